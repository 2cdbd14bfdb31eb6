import type { ExecuteBody } from '@heddle/contract/executions.ts'
import type { ClassModel } from '@heddle/domain/mim/model.ts'
import type { Database } from '../../../adapters/database/database.ts'
import { may, requireAllowed } from '../../../kernel/access.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import { parseInstant, timestamp } from '../../../kernel/instants.ts'
import type { Archive, SnapshotRow } from '../../archive/index.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import { findExecution } from '../logs/execution-logs.store.ts'

import { planPastRun } from './plan-past-run.ts'
import { requestOf, type CurrentQuery } from './run-requests.ts'

type Dependencies = {
  readonly database: Database
  readonly queries: Pick<SavedQueriesService, 'get' | 'find' | 'version'>
  readonly connections: Pick<ControllerConnectionsService, 'find'>
  readonly archive: Pick<Archive, 'newest' | 'rows'>
  readonly model: () => ClassModel
  readonly maxResultRows: number
}

export type PastRunRequests = ReturnType<typeof createPastRunRequests>

/** Runs that return the result captured at or before an instant. */
export function createPastRunRequests({ database, queries, connections, archive, model, maxResultRows }: Dependencies) {
  /** A deleted connection may have left snapshots, so check that it exists only when none is found. */
  async function requirePast(query: CurrentQuery, connection: string, body: ExecuteBody): Promise<SnapshotRow> {
    const at = parseInstant(body.as_of ?? '')
    const past = at && (await archive.newest(query.id, connection, at))
    if (past) return past
    const isUnknown = body.controller_connection != null && !(await connections.find(connection))
    throw new FieldErrors({
      as_of: [
        at ? `No snapshot was captured by ${timestamp(at)}.` : `${(body.as_of ?? '').slice(0, 60)}: expected an ISO 8601 date and time.`,
      ],
      ...(isUnknown && { controller_connection: ['This connection does not exist.'] }),
    })
  }

  /** The post-processors that were applied to the captured rows. */
  async function stepsOf(caller: Caller, query: CurrentQuery, { savedQueryVersion, executionId }: SnapshotRow) {
    const run = executionId === null ? undefined : await findExecution(database.db, executionId)
    if (run?.skipPostProcessors === true) return []
    if (savedQueryVersion === query.version) return query.postProcessors
    return (await queries.version(caller, query.id, savedQueryVersion)).postProcessors
  }

  return {
    /** Like `check` in `run-requests.ts`, for a body with `as_of`. */
    check: async (caller: Caller, id: string, body: ExecuteBody) => {
      requireAllowed(may('history.view_snapshot'), caller)
      const row = await queries.get(caller, id)
      const query: CurrentQuery = { ...row, version: row.currentVersion }
      const asked = requestOf(query, body)
      const past = await requirePast(query, asked.connection, body)
      const capturedSteps = await stepsOf(caller, query, past)
      const options = {
        ...asked,
        past,
        pastRows: archive.rows(past),
        capturedSteps,
        model: model(),
        maxResultRows,
        findQuery: queries.find,
      }
      return { query, asked, prepared: await planPastRun(query, options) }
    },
  }
}
