import type { ExecuteBody } from '@heddle/contract/executions.ts'
import { may, requireAllowed } from '../../../kernel/access.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import { parseInstant, timestamp } from '../../../kernel/instants.ts'
import { laneOf } from '../../../kernel/lane.ts'
import type { SnapshotRow } from '../../archive/index.ts'
import { choiceFaults, missingConnections, type QueryToRun } from '../../planning/index.ts'
import type { Requester } from '../choices/choice-rows.ts'
import { findExecution } from '../logs/execution-logs.store.ts'
import { checkedRun, type CheckedRun } from './checked-run.ts'
import { savedQueryToRun } from './find-query.ts'
import { requestOf, type RunOrder } from './find-request.ts'
import { readPastRows } from './read-past-rows.ts'
import type { RequestParts } from './request-parts.ts'

type Parts = Pick<RequestParts, 'database' | 'queries' | 'connections' | 'archive' | 'planners'>
type PastOrder = RunOrder & { readonly queryId: string }

/** Whether the order is for the result that was captured at or before an instant, rather than for a new one. */
export const isOfPast = (order: RunOrder): order is PastOrder =>
  order.body.as_of != null && order.body.draft == null && order.queryId !== null

/** Checks and plans a run that returns such a result. */
export async function checkPastRequest(parts: Parts, requester: Requester, order: PastOrder): Promise<CheckedRun> {
  requireAllowed(may('history.view_snapshot'), requester.actor)
  const { found, past, planned } = await planPast(parts, requester, order)
  const checked = checkedRun(found, planned)
  if (!checked.plan) return checked
  const rows = await readPastRows(past, parts.archive.rows(past), planned.pastWarnings)
  return { ...checked, plan: { ...checked.plan, past: rows } }
}

/** Plans without reading any rows. */
function planPast(parts: Parts, { actor, signal }: Requester, { queryId, body }: PastOrder) {
  return parts.planners.use(laneOf(actor), signal, async (planner) => {
    const row = await parts.queries.get(actor, queryId)
    const { query, subject } = savedQueryToRun(row)
    const faults = choiceFaults(body)
    if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
    const request = requestOf(query, body)
    const past = await requirePast(parts, query, request.connection, body)
    const capturedSteps = await stepsOf(parts, actor, query, row.currentVersion, past)
    const { capturedAt, savedQueryVersion, columns, rowCount } = past
    const facts = { id: past.id, capturedAt, savedQueryVersion, columns, rowCount }
    const planned = await planner.planPastRun({
      query,
      request,
      version: row.currentVersion,
      past: facts,
      capturedSteps,
    })
    return { found: { subject, request }, past, planned }
  })
}

/** A deleted connection may have left snapshots, so check that it exists only when none is found. */
async function requirePast(
  { archive, connections }: Pick<Parts, 'archive' | 'connections'>,
  query: QueryToRun,
  connection: string,
  body: ExecuteBody,
): Promise<SnapshotRow> {
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
async function stepsOf(
  { database, queries }: Pick<Parts, 'database' | 'queries'>,
  actor: Actor,
  query: QueryToRun,
  currentVersion: number,
  { savedQueryVersion, executionId }: SnapshotRow,
): Promise<QueryToRun['postProcessors']> {
  const run = executionId === null ? undefined : await findExecution(database.db, executionId)
  if (run?.skipPostProcessors === true) return []
  if (savedQueryVersion === currentVersion) return query.postProcessors
  return (await queries.version(actor, query.id, savedQueryVersion)).postProcessors
}
