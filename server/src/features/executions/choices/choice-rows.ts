import type { Database } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { MINUTE } from '../../../kernel/durations.ts'
import { BadGateway, Conflict, FieldErrors } from '../../../kernel/errors.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import type { Ending } from '../ending.ts'
import type { LogsService } from '../logs/logs.service.ts'
import { chunkLines, type PackedRows } from '../results/result-stream.ts'
import type { ResultsService } from '../results/results.service.ts'
import { findRecentRuns } from './choices.store.ts'

type Dependencies = {
  readonly database: Database
  readonly queries: Pick<SavedQueriesService, 'find'>
  readonly logs: Pick<LogsService, 'findOptional'>
  readonly results: Pick<ResultsService, 'lines' | 'areDeleted'>
  readonly execute: ExecutesQuery
  readonly clock: Clock
}
type ExecutesQuery = (
  actor: Actor,
  queryId: string,
  body: { readonly controller_connection: string },
  signal: AbortSignal,
  terms: { readonly isPartOfRun: boolean },
) => Promise<{ readonly ending: Ending; readonly chunks: readonly PackedRows[] }>
type SourceQuery = NonNullable<Awaited<ReturnType<SavedQueriesService['find']>>>

/** The rows of a run that holds choices, as JSON lines. */
export type ChoiceRows = {
  readonly queryName: string
  readonly columns: readonly string[]
  readonly rowCount: number
  readonly lines: () => AsyncIterable<readonly string[]>
}

/** Who asks for choices, and how. */
export type Asking = {
  readonly actor: Actor
  readonly signal: AbortSignal
  /** Whether a run may be started: `never` when only rows that are there already may be used. */
  readonly runs: 'in turn' | 'within a run' | 'never'
}

const FRESH_MS = 10 * MINUTE

export type ReadChoiceRows = ReturnType<typeof createChoiceRows>

/**
 * The rows of a query that other queries take choices from: of its newest run if it is recent and the actor may read
 * it, else of a run of the actor's own. Undefined if no run may be started and there is none.
 */
export function createChoiceRows({ database, queries, logs, results, execute, clock }: Dependencies) {
  async function recentRun({ id, currentVersion, updatedAt }: SourceQuery, connection: string, actor: Actor) {
    const fresh = new Date(clock.now().getTime() - FRESH_MS)
    const found = await findRecentRuns(database.db, {
      savedQueryId: id,
      savedQueryVersion: currentVersion,
      connection,
      // Its parameters, and so its rows, may have changed without a new version.
      since: updatedAt > fresh ? updatedAt : fresh,
      userId: actor.managesWorkspace ? undefined : actor.id,
    })
    const current = found.find(({ warnings }) => !warnings.some((warning) => warning.startsWith('as_of:')))
    const run = current && (await logs.findOptional(current.id))
    return run && !(await results.areDeleted(run)) ? run : undefined
  }

  async function newRun(
    { id, name }: SourceQuery,
    connection: string,
    { actor, signal, runs }: Asking,
  ): Promise<ChoiceRows> {
    const terms = { isPartOfRun: runs === 'within a run' }
    const run = await execute(actor, id, { controller_connection: connection }, signal, terms).catch(cannotRun(name))
    const { status, errorMessage, columns, rowCount } = run.ending
    if (status !== 'success') {
      throw new BadGateway(
        `The choices come from the saved query "${name}", whose run failed: ${errorMessage ?? status}`,
      )
    }
    return { queryName: name, columns: columns ?? [], rowCount, lines: () => chunkLines(run.chunks) }
  }

  return async (savedQuery: string, connection: string, asking: Asking): Promise<ChoiceRows | undefined> => {
    const query = await queries.find(savedQuery)
    if (!query) throw new Conflict('The saved query that the choices come from was deleted.', 'choices_query_deleted')
    const run = await recentRun(query, connection, asking.actor)
    if (run) {
      const { columns, rowCount } = run
      return { queryName: query.name, columns: columns ?? [], rowCount, lines: () => results.lines(asking.actor, run) }
    }
    return asking.runs === 'never' ? undefined : newRun(query, connection, asking)
  }
}

/** Its faults are not about anything that the caller has sent. */
const cannotRun =
  (name: string) =>
  (error: unknown): never => {
    if (!(error instanceof FieldErrors)) throw error
    const messages = Object.values(error.fields).flat().join(' ')
    throw new Conflict(
      `The choices come from the saved query "${name}", which cannot run: ${messages}`,
      'choices_query_invalid',
    )
  }
