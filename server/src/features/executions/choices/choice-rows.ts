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
  readonly clock: Clock
}
type SourceQuery = NonNullable<Awaited<ReturnType<SavedQueriesService['find']>>>

/** The rows of a run that holds choices, as JSON lines. */
export type ChoiceRows = {
  readonly queryName: string
  readonly columns: readonly string[]
  readonly rowCount: number
  readonly lines: () => AsyncIterable<readonly string[]>
}

/** Runs a query that choices come from, as it is saved. */
export type StartRun = (
  actor: Actor,
  queryId: string,
  connection: string,
  signal: AbortSignal,
) => Promise<{ readonly ending: Ending; readonly chunks: readonly PackedRows[] }>

/** Who asks for choices, or for a run that depends on some. */
export type Requester = {
  readonly actor: Actor
  readonly signal: AbortSignal
  /** Without it, only rows of recent runs tell choices. */
  readonly startRun?: StartRun | undefined
}

const FRESH_MS = 10 * MINUTE

export type ReadChoiceRows = (
  savedQuery: string,
  connection: string,
  requester: Requester,
) => Promise<ChoiceRows | undefined>

/**
 * The rows of a query that other queries take choices from: of its newest run if it is recent and the actor may read
 * it, else of a run of the actor's own. Undefined if there is none, and none may be started.
 */
export function createChoiceRows({ database, queries, logs, results, clock }: Dependencies): ReadChoiceRows {
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

  return async (savedQuery, connection, { actor, signal, startRun }) => {
    const query = await queries.find(savedQuery)
    if (!query) throw new Conflict('The saved query that the choices come from was deleted.', 'choices_query_deleted')
    const run = await recentRun(query, connection, actor)
    if (run) {
      const { columns, rowCount } = run
      return { queryName: query.name, columns: columns ?? [], rowCount, lines: () => results.lines(actor, run) }
    }
    return startRun && rowsOfNewRun(query.name, startRun(actor, query.id, connection, signal))
  }
}

async function rowsOfNewRun(queryName: string, started: ReturnType<StartRun>): Promise<ChoiceRows> {
  const { ending, chunks } = await started.catch(cannotRun(queryName))
  const { status, errorMessage, columns, rowCount } = ending
  if (status !== 'success') {
    throw new BadGateway(
      `The choices come from the saved query "${queryName}", whose run failed: ${errorMessage ?? status}`,
    )
  }
  return { queryName, columns: columns ?? [], rowCount, lines: () => chunkLines(chunks) }
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
