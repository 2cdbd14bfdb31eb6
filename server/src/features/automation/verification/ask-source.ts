import { keyColumns } from '@heddle/domain/automation/key-columns.ts'
import { isAllowed, may } from '../../../kernel/access.ts'
import { SECOND } from '../../../kernel/durations.ts'
import { type Lane, laneOf } from '../../../kernel/lane.ts'
import { FieldErrors, NotFound } from '../../../kernel/errors.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import type { PackedRows, RunsService } from '../../executions/index.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import { type JudgedRows, type RowWork, type StoredRequestedRow, TooMuchRowWork } from '../../row-work/index.ts'
import { SERVER_STOPPED } from '../../run-engine/index.ts'
import type { UsersService } from '../../users/index.ts'
import type { LaunchSelection } from '../automation.tables.ts'
import type { PendingCheck } from './verifications.store.ts'

type Dependencies = {
  readonly users: Pick<UsersService, 'actor'>
  readonly queries: Pick<SavedQueriesService, 'find'>
  readonly connections: Pick<ControllerConnectionsService, 'find'>
  readonly runs: Pick<RunsService, 'execute'>
  readonly rowWork: Pick<RowWork, 'use'>
  readonly timeoutMs: number
}

/** What a check found, or why it found nothing. */
export type SourceFinding = { readonly executionId: string | null } & (
  ({ readonly ok: true } & JudgedRows) | { readonly ok: false; readonly error: string }
)

/** The rows of the request, some at a time. */
type RequestedRows = AsyncIterable<readonly StoredRequestedRow[]>
export type AskSource = (check: PendingCheck, rows: RequestedRows, signal: AbortSignal) => Promise<SourceFinding>

const EXECUTE = may('queries.execute_savedquery')

/** Of processor time, for all rows of a request and its source; ten thousand of each take less than one. */
const JUDGING_MS = 30 * SECOND

/** Runs the query that gave the rows of a request again, for its requester, and judges the rows by the result. */
export function createAskSource({ users, queries, connections, runs, rowWork, timeoutMs }: Dependencies): AskSource {
  async function requesterOf({ userId, username }: PendingCheck) {
    const actor = userId === null ? undefined : await users.actor(userId)
    if (!actor) return `The account of ${username} was deleted or deactivated.`
    return isAllowed(EXECUTE, actor) ? actor : `${username} may no longer run queries.`
  }

  /** Why the query cannot run as it did then. */
  async function faultOf({
    savedQuery,
    controllerConnection,
    mergedConnections,
  }: LaunchSelection): Promise<string | undefined> {
    if (!(await queries.find(savedQuery))) return 'The saved query was deleted.'
    for (const id of mergedConnections ?? [controllerConnection]) {
      if (!(await connections.find(id)))
        return mergedConnections
          ? `The controller connection ${id} was deleted.`
          : 'The controller connection was deleted.'
    }
    return undefined
  }

  return async (check, rows, signal) => {
    const { selection, spec } = check
    if (selection === null) return failed('The rows of this request come from no source.')
    const actor = await requesterOf(check)
    if (typeof actor === 'string') return failed(actor)
    const fault = await faultOf(selection)
    if (fault !== undefined) return failed(fault)

    const { savedQuery, savedQueryVersion: version, variables, skipPostProcessors } = selection
    const body = { ...connectionsOf(selection), variables: { ...variables }, skip_post_processors: skipPostProcessors }
    const terms = { timeoutMs, ...(version !== null && { version }) }
    const run = await runs
      .execute(actor, savedQuery, body, signal, terms)
      .catch((error: unknown) => wordsOf(error, version))
    if (typeof run === 'string') return failed(run)
    const { id, ending, chunks } = run
    // Not the fault of the source: the job repeats the check.
    if (ending.errorMessage === SERVER_STOPPED.message) throw new Error('the server stopped during a check')
    if (ending.status !== 'success') return failed(ending.errorMessage ?? 'The run failed.', id)
    const missing =
      ending.rowCount === 0 ? [] : keyColumns(spec).filter((column) => !(ending.columns ?? []).includes(column))
    if (missing.length > 0) return failed(`The result no longer has the column ${missing.join(', ')}.`, id)

    const isComparison = check.source?.type === 'compare'
    const judging = { spec, filter: selection.filter, isComparison }
    const found = await judgeRows(rowWork, judging, { rows, chunks, lane: laneOf(actor), signal })
    return typeof found === 'string' ? failed(found, id) : { ok: true, executionId: id, ...found }
  }
}

type Judged = {
  readonly rows: RequestedRows
  readonly chunks: Iterable<PackedRows>
  readonly lane: Lane
  readonly signal: AbortSignal
}

/** What the rows are worth, or why that cannot be said. */
async function judgeRows(
  rowWork: Pick<RowWork, 'use'>,
  judging: Parameters<typeof rowWork.use<'judge', unknown>>[1],
  { rows, chunks, lane, signal }: Judged,
): Promise<JudgedRows | string> {
  const terms = { lane, signal, workMs: JUDGING_MS }
  try {
    const found = await rowWork.use('judge', judging, terms, async (judge) => {
      for await (const some of rows) await judge.call('request', some)
      for (const { body, rowCount } of chunks) if (rowCount > 0) await judge.call('see', { body })
      return judge.call('judge', undefined)
    })
    return 'fault' in found ? found.fault : found
  } catch (error) {
    if (error instanceof TooMuchRowWork) return `The rows could not be judged. ${error.message}`
    throw error
  }
}

const connectionsOf = ({ controllerConnection, mergedConnections }: LaunchSelection) =>
  mergedConnections
    ? { controller_connections: [...mergedConnections], merge: true }
    : { controller_connection: controllerConnection }

const failed = (error: string, executionId: string | null = null): SourceFinding => ({ ok: false, error, executionId })

function wordsOf(error: unknown, version: number | null): string {
  if (error instanceof NotFound) return `Version ${version} of the saved query is no longer kept.`
  if (error instanceof FieldErrors) return Object.values(error.fields).flat().join(' ')
  throw error
}
