import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { orNotFound } from '../../kernel/errors.ts'
import { type FieldMessages, mergeMessages, validFields } from '../../kernel/field-messages.ts'
import type { Precondition } from '../../kernel/versions.ts'
import type { ControllerConnectionsService } from '../controller-connections/index.ts'
import type { TaskSettingsService } from '../executions/index.ts'
import { lockUserAgainstDeletion } from '../users/index.ts'
import { readFields } from './change-task.ts'
import { taskDefaults, type TaskFields } from './check-task-body.ts'
import { faultsOfVariables } from './check-variables.ts'
import { findMissing } from './find-missing.ts'
import type { TaskBody } from './on-changes.ts'
import { lockTask, type TaskRow } from './schedules.store.ts'
import { getOwned } from './task-access.ts'

export type TaskReading = {
  readonly database: Database
  readonly connections: Pick<ControllerConnectionsService, 'exists'>
  readonly taskSettings: Pick<TaskSettingsService, 'of'>
}

/** A task before and after a change. */
export type TaskChange = {
  readonly row: TaskRow
  readonly before: TaskRow & TaskFields
  readonly fields: TaskFields
  readonly regrants: boolean
}

/** The fields of a new task; `known` are faults found before. */
export async function readNewTask(
  { connections, taskSettings }: TaskReading,
  tx: Executor,
  caller: Caller,
  given: TaskBody,
  known: FieldMessages,
): Promise<TaskFields> {
  const missing = await findMissing(tx, connections, validFields(given.body, given.faults))
  const defaults = await defaultsOf(taskSettings, caller.id, tx)
  const unfit = await faultsOfVariables(tx, given, defaults)
  return readFields(given, defaults, mergeMessages(missing, unfit, known))
}

/**
 * A task, locked, and its fields before and after a change. PUT starts from the defaults, PATCH from the current
 * task.
 */
export async function readTaskChange(
  { connections, taskSettings }: TaskReading,
  tx: Executor,
  caller: Caller,
  id: string,
  given: TaskBody,
  { known, replaces, ifMatch }: { known: FieldMessages; replaces: boolean; ifMatch?: Precondition },
): Promise<TaskChange> {
  const found = await getOwned(tx, caller, id)
  await lockUserAgainstDeletion(tx, found.task.ownerId)
  const body = validFields(given.body, given.faults)
  const missing = await findMissing(tx, connections, body, found.task.controllerConnections)
  const row = orNotFound(await lockTask(tx, id))
  ifMatch?.check(row.updatedAt)
  const before = { ...row, grantedGroups: found.groups }
  const start = replaces ? await defaultsOf(taskSettings, row.ownerId, tx) : before
  const unfit = await faultsOfVariables(tx, given, start)
  const fields = readFields(given, start, mergeMessages(missing, unfit, known))
  return { row, before, fields, regrants: replaces || given.body.granted_groups !== undefined }
}

const defaultsOf = async (taskSettings: TaskReading['taskSettings'], userId: number, db: Executor) =>
  taskDefaults((await taskSettings.of(userId, db)).defaultTimezone)
