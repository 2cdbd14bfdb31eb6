import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Static } from 'typebox'
import type { MimSource } from '../../adapters/mim-source/mim-sources.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { traced, type Tracing } from '../../kernel/tracing.ts'
import type { JobContext } from '../../platform/jobs/job.ts'
import { MOST_DEATHS } from '../../platform/jobs/deaths.ts'
import type { GivenUp } from '../../platform/jobs/jobs.ts'
import type { ThreadBudget } from '../../platform/threads/thread-memory.ts'
import type { Graphs } from '../mim/index.ts'
import { buildGraph } from './build-graph.ts'
import { discoverClasses } from './discover-classes.ts'
import { downloadClasses } from './download/download-classes.ts'
import type { ImportEnds } from './end-imports.ts'
import { ImportFailure, ImportStop } from './import-failure.ts'
import type { importMim } from './import-job.ts'
import { countJobs, makePending } from './jobs.store.ts'
import { createReducer } from './reducer/reducer.ts'
import type { RunningImport, RunningImports } from './running-imports.ts'
import { findReplacedGraphs, lockClaimed, type ImportRow, claimImport, updateRun } from './imports.store.ts'

type ImportParts = {
  readonly database: Database
  readonly graphs: Graphs
  readonly running: RunningImports
  readonly ends: ImportEnds
  readonly openSource: (run: ImportRow) => MimSource
  readonly budget: ThreadBudget
  readonly clock: Clock
  readonly tracing: Tracing
  readonly logger: Logger
}

/** How often a run may be picked up without progress: after processes died, and after work failed. */
const MOST_ATTEMPTS = 20
const MOST_FAILED_ATTEMPTS = 5

const NO_PROGRESS = 'The import was restarted again and again without making progress; see the server log for details.'
const STOPS_THE_SERVER = 'The server stopped or failed twice during this import; see the server log for details.'

export const createPerformImport =
  (parts: ImportParts) =>
  async ({ run_id: id }: Static<typeof importMim.payload>, { signal }: JobContext): Promise<void> => {
    const claim = randomUUID()
    const run = await claimUnlessOver(parts, id, claim)
    if (!run) return
    const { versionKey: version_key, source, phase } = run
    parts.logger.info({ run_id: id, version_key, source, phase }, 'import picked up')
    const held = parts.running.open(run, claim, signal)
    try {
      await advance(parts, held)
    } catch (error) {
      await settle(parts, held, error)
    } finally {
      held.close()
    }
  }

/** Unless it ends here, the upkeep sends another job: the run is still running. */
export const createGiveUpImport =
  ({ database, ends, clock }: Pick<ImportParts, 'database' | 'ends' | 'clock'>) =>
  async ({ run_id: id }: Static<typeof importMim.payload>, { setAside }: GivenUp): Promise<void> => {
    if (!setAside) return
    await database.transaction(async (tx) => {
      const run = await claimImport(tx, id, randomUUID(), clock.now())
      if (!run) return
      // This claim is one of them. A process that stored something before it died may have died of something else.
      if (run.attempts > MOST_DEATHS) await ends.fail(tx, run, STOPS_THE_SERVER)
      else await updateRun(tx, id, { claim: null, claimedAt: null, attempts: run.attempts - 1 })
    })
  }

/**
 * Claims the run and makes jobs interrupted in an earlier process pending again. Undefined if there is nothing to do.
 */
function claimUnlessOver(
  { database, ends, clock }: ImportParts,
  id: string,
  claim: string,
): Promise<ImportRow | undefined> {
  return database.transaction(async (tx) => {
    const run = await claimImport(tx, id, claim, clock.now())
    if (!run) return undefined
    await makePending(tx, id, ['in_progress'], clock.now())
    if (run.cancelRequested) await ends.cancel(tx, run)
    else if (run.attempts > MOST_ATTEMPTS) await ends.fail(tx, run, NO_PROGRESS)
    else return run
    return undefined
  })
}

async function advance(parts: ImportParts, held: RunningImport): Promise<void> {
  const { database, graphs, ends, clock, tracing, logger } = parts
  const { run } = held
  const { graphId } = run
  if (graphId === null) throw new ImportFailure('The classes imported so far no longer exist.')
  const source = parts.openSource(run)
  const reducer = createReducer(logger, parts.budget, held.signal)
  try {
    const imported = { held, graphId, source, reducer, graphs, clock, tracing, logger }
    await asSpan(tracing, 'import discovery', run, () => discoverClasses(imported))
    await held.enter('downloading')
    const known = await countJobs(database.db, run.id)
    await asSpan(tracing, 'import download', run, () => downloadClasses({ ...imported, known }))
  } finally {
    await Promise.all([source.close(), reducer.close()])
  }
  await asSpan(tracing, 'import build', run, () => buildGraph(held, graphId, { graphs, ends, clock }))
  await discardReplaced(parts, run)
}

const asSpan = (tracing: Tracing, name: string, { id, source }: ImportRow, work: () => Promise<void>): Promise<void> =>
  traced(tracing, name, { attributes: { 'heddle.import_run': id, 'heddle.import_source': source } }, work)

async function discardReplaced({ database, graphs, logger }: ImportParts, run: ImportRow): Promise<void> {
  const { id, graphId, activates } = run
  try {
    const own = graphId === null || activates ? [] : [graphId]
    await graphs.discard([...own, ...(await findReplacedGraphs(database.db, id))])
  } catch (error) {
    // The upkeep deletes it later.
    logger.warn({ err: error, run_id: id }, 'could not delete the replaced class model')
  }
}

/** Ends the run according to the error, or leaves it to the next process. Rejects when the job should be retried. */
async function settle(
  { database, ends, clock, logger }: ImportParts,
  held: RunningImport,
  error: unknown,
): Promise<void> {
  const { run, claim } = held
  const reason: unknown = held.signal.aborted ? held.signal.reason : error
  if (reason instanceof ImportStop && reason.why === 'lost') return
  const isAbandoned = await database.transaction(async (tx) => {
    const row = await lockClaimed(tx, run.id, claim)
    if (!row) return false
    if (row.cancelRequested) await ends.cancel(tx, row)
    else if (reason instanceof ImportFailure) await ends.fail(tx, row, reason.message)
    else if (!(reason instanceof ImportStop) && row.attempts >= MOST_FAILED_ATTEMPTS)
      await ends.fail(tx, row, NO_PROGRESS)
    else {
      await makePending(tx, run.id, ['in_progress'], clock.now())
      await updateRun(tx, run.id, { claim: null, claimedAt: null })
      return true
    }
    return false
  })
  if (isAbandoned) throw reason
  if (!(reason instanceof ImportStop)) logger.warn({ err: reason, run_id: run.id }, 'import failed')
}
