import type { ScheduledTaskPatch } from '@heddle/contract/schedules.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { FieldMessages } from '../../kernel/field-messages.ts'
import type { ControllerConnectionsService } from '../controller-connections/index.ts'
import { lockExistingGroups } from '../users/index.ts'
import { lockSavedQueryAgainstDeletion } from './schedules.store.ts'

type Connections = Pick<ControllerConnectionsService, 'exists'>

/**
 * Errors for what a body refers to but does not exist. Groups and query are locked against deletion until the
 * transaction ends; call it before locking the task, in the same order as where they are deleted. A task may keep a
 * connection it already has, even if deleted.
 */
export async function findMissing(
  tx: Executor,
  connections: Connections,
  body: ScheduledTaskPatch,
  keptConnections: readonly string[] = [],
): Promise<FieldMessages> {
  return {
    ...(await missingGroups(tx, body.granted_groups ?? [])),
    ...(await missingQuery(tx, body.saved_query)),
    ...(await missingConnections(tx, connections, body.controller_connections ?? [], keptConnections)),
  }
}

async function missingGroups(tx: Executor, ids: readonly number[]): Promise<FieldMessages> {
  const known = await lockExistingGroups(tx, ids)
  const missing = ids.filter((id) => !known.includes(id))
  return missing.length === 0 ? {} : { granted_groups: missing.map((id) => `Group ${id} does not exist.`) }
}

async function missingQuery(tx: Executor, id: string | undefined): Promise<FieldMessages> {
  return id === undefined || (await lockSavedQueryAgainstDeletion(tx, id.toLowerCase()))
    ? {}
    : { saved_query: ['This saved query does not exist.'] }
}

async function missingConnections(
  tx: Executor,
  connections: Connections,
  given: readonly string[],
  kept: readonly string[],
): Promise<FieldMessages> {
  const missing: string[] = []
  for (const id of new Set(given.map((id) => id.toLowerCase()))) {
    if (!kept.includes(id) && !(await connections.exists(tx, id))) missing.push(id)
  }
  return missing.length === 0 ? {} : { controller_connections: missing.map((id) => `Connection ${id} does not exist.`) }
}
