import { type Judgement, keyColumns, type RequestedRow, rowJudge } from '@heddle/domain/automation/judge-rows.ts'
import { rowFilter } from '@heddle/domain/automation/map-rows.ts'
import { isAllowed, may } from '../../../kernel/access.ts'
import { FieldErrors, NotFound } from '../../../kernel/errors.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import { chunkLines, type RunsService } from '../../executions/index.ts'
import { SERVER_STOPPED } from '../../run-engine/index.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import type { UsersService } from '../../users/index.ts'
import type { LaunchSelection } from '../automation.tables.ts'
import { parsed } from '../source/opened-source.ts'
import type { PendingCheck } from './verifications.store.ts'

type Dependencies = {
  readonly users: Pick<UsersService, 'actor'>
  readonly queries: Pick<SavedQueriesService, 'find'>
  readonly connections: Pick<ControllerConnectionsService, 'find'>
  readonly runs: Pick<RunsService, 'execute'>
  readonly timeoutMs: number
}

/** What a check found, or why it found nothing. */
export type Finding = { readonly executionId: string | null } & (
  ({ readonly ok: true } & Judgement) | { readonly ok: false; readonly error: string }
)

export type AskSource = (check: PendingCheck, rows: readonly RequestedRow[], signal: AbortSignal) => Promise<Finding>

const EXECUTE = may('queries.execute_savedquery')

/** Runs the query that gave the rows of a request again, for its requester, and judges the rows by the result. */
export function createAskSource({ users, queries, connections, runs, timeoutMs }: Dependencies): AskSource {
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

    const { see, judge } = rowJudge(rows, spec, rowFilter(selection.filter))
    for await (const some of parsed(chunkLines(chunks))) some.forEach(see)
    return { ok: true, executionId: id, ...judge() }
  }
}

const connectionsOf = ({ controllerConnection, mergedConnections }: LaunchSelection) =>
  mergedConnections
    ? { controller_connections: [...mergedConnections], merge: true }
    : { controller_connection: controllerConnection }

const failed = (error: string, executionId: string | null = null): Finding => ({ ok: false, error, executionId })

function wordsOf(error: unknown, version: number | null): string {
  if (error instanceof NotFound) return `Version ${version} of the saved query is no longer kept.`
  if (error instanceof FieldErrors) return Object.values(error.fields).flat().join(' ')
  throw error
}
