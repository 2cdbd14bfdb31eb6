import type { ExecuteBody } from '@heddle/contract/executions.ts'
import type { Database } from '../../../adapters/database/database.ts'
import { may, requireAllowed } from '../../../kernel/access.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import { parseInstant, timestamp } from '../../../kernel/instants.ts'
import type { Archive, SnapshotRow } from '../../archive/index.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import { findExecution } from '../logs/execution-logs.store.ts'
import { choiceFaults, missingConnections, type Planners } from '../../planning/index.ts'
import { readPastRows } from './read-past-rows.ts'
import { type CurrentQuery, currentQuery, queryOfRun } from './find-query.ts'
import { type CheckedRequest, requestOf } from './check-request.ts'

type Dependencies = {
  readonly database: Database
  readonly queries: Pick<SavedQueriesService, 'get' | 'version'>
  readonly connections: Pick<ControllerConnectionsService, 'find'>
  readonly archive: Pick<Archive, 'newest' | 'rows'>
  readonly planners: Planners
}

export type PastRunRequests = ReturnType<typeof createPastRunRequests>

/** Runs that return the result captured at or before an instant. */
export function createPastRunRequests({ database, queries, connections, archive, planners }: Dependencies) {
  /** A deleted connection may have left snapshots, so check that it exists only when none is found. */
  async function requirePast(query: CurrentQuery, connection: string, body: ExecuteBody): Promise<SnapshotRow> {
    const at = parseInstant(body.as_of ?? '')
    const past = at && (await archive.newest(query.id, connection, at))
    if (past) return past
    const missing = await missingConnections(body, async (id) => (await connections.find(id)) !== undefined)
    throw new FieldErrors({
      as_of: [
        at
          ? `No snapshot was captured by ${timestamp(at)}.`
          : `${(body.as_of ?? '').slice(0, 60)}: expected an ISO 8601 date and time.`,
      ],
      ...missing,
    })
  }

  /** The post-processors that were applied to the captured rows. */
  async function stepsOf(actor: Actor, query: CurrentQuery, { savedQueryVersion, executionId }: SnapshotRow) {
    const run = executionId === null ? undefined : await findExecution(database.db, executionId)
    if (run?.skipPostProcessors === true) return []
    if (savedQueryVersion === query.version) return query.postProcessors
    return (await queries.version(actor, query.id, savedQueryVersion)).postProcessors
  }

  /** Plans without reading any rows. */
  const plan = (actor: Actor, id: string, body: ExecuteBody, signal: AbortSignal) =>
    planners.use(actor.id, signal, async (planner) => {
      const row = await queries.get(actor, id)
      const query = currentQuery(row)
      const faults = choiceFaults(body)
      if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
      const asked = requestOf(query, body)
      const past = await requirePast(query, asked.connection, body)
      const capturedSteps = await stepsOf(actor, query, past)
      const { capturedAt, savedQueryVersion, columns, rowCount } = past
      const facts = { id: past.id, capturedAt, savedQueryVersion, columns, rowCount }
      const order = { query, request: asked, version: row.currentVersion, past: facts, capturedSteps }
      return { query: queryOfRun(query), asked, past, ...(await planner.planPastRun(order)) }
    })

  return {
    /** Like `check` in `run-requests.ts`, for a body with `as_of`. */
    check: async (actor: Actor, id: string, body: ExecuteBody, signal: AbortSignal): Promise<CheckedRequest> => {
      requireAllowed(may('history.view_snapshot'), actor)
      const { query, asked, past, pastWarnings, input, ...prepared } = await plan(actor, id, body, signal)
      const rows = input && { ...input, past: await readPastRows(past, archive.rows(past), pastWarnings) }
      return { query, asked, prepared: { ...prepared, input: rows } }
    },
  }
}
