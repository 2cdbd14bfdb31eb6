import type { GraphCounts } from '@heddle/domain/mim/graph/class-graph.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CompileStep, Graphs } from '../mim/index.ts'
import { ImportFailure, ImportStop } from './import-failure.ts'
import type { ImportEnds } from './end-imports.ts'
import type { RunningImport } from './running-imports.ts'
import { updateRun } from './imports.store.ts'

type Dependencies = { readonly graphs: Graphs; readonly ends: ImportEnds; readonly clock: Clock }

/** Builds a graph from the downloaded classes, alongside the active one, and switches over in one transaction. */
export async function buildGraph(
  held: RunningImport,
  graphId: string,
  { graphs, ends, clock }: Dependencies,
): Promise<void> {
  await closeDownload(held, clock)
  await held.enter('importing')
  const counts = await compile(held, graphId, graphs)
  held.signal.throwIfAborted()
  await held.enter('finalizing')
  await held.transact((tx, row) => {
    if (row.cancelRequested) throw new ImportStop('cancelled')
    return ends.succeed(tx, { ...row, graphId }, counts)
  })
}

/** From here on the total is exact, no longer an estimate. */
async function closeDownload(held: RunningImport, clock: Clock): Promise<void> {
  const { completed, total } = await held.transact(async (tx, row) => {
    const handled = row.completedCount + row.notFoundCount + row.failedCount
    await updateRun(tx, row.id, { totalClasses: handled, coreReadyAt: row.coreReadyAt ?? clock.now() })
    return { completed: row.completedCount, total: handled }
  })
  if (completed === 0)
    throw new ImportFailure('No class documents were found: the version does not exist, or has none.')
  held.progress.step('classes', total, total)
}

/** Relations are compiled last and mark the start of the finalizing phase. */
async function compile(held: RunningImport, graphId: string, graphs: Graphs): Promise<GraphCounts> {
  let reported = Promise.resolve()
  const report = async ({ step, current, total }: CompileStep): Promise<void> => {
    if (step === 'relations') await held.enter('finalizing')
    if (step !== 'classes') held.progress.step(step, current, total)
  }
  const counts = await graphs.compile(
    graphId,
    (step) => {
      reported = reported.then(() => report(step))
      // Awaited below; until then the rejection must not go unhandled.
      reported.catch(() => undefined)
    },
    held.signal,
  )
  await reported
  return counts
}
