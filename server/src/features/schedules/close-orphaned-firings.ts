import type { Logger } from 'pino'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { HOUR } from '../../kernel/durations.ts'
import { lockUserAgainstDeletion } from '../users/index.ts'
import type { createFiringEnds } from './end-firing.ts'
import { findLostCaptures, findOrphanedRuns, findOrphanedTasks, type OrphanedRun } from './orphaned-firings.store.ts'
import { findRunsOf } from './firings.store.ts'
import { lockTask } from './schedules.store.ts'

type Dependencies = { readonly database: Database; readonly clock: Clock; readonly logger: Logger }

// A deadlock with a transaction that locks in another order is resolved by retrying.
const RETRY = { retries: 2 }
// Longer than all attempts to capture a run take together.
const CAPTURE_LOST_MS = 6 * HOUR

/** A safety net: closes firings that were never ended, because a task with an open firing never fires again. */
export function createFiringCleanup(
  { database, clock, logger }: Dependencies,
  ends: ReturnType<typeof createFiringEnds>,
) {
  const endRun = (run: OrphanedRun): Promise<void> =>
    database.transaction(
      (tx) =>
        ends.endScheduledRun(tx, run, {
          status: run.isCancelled ? 'cancelled' : (run.status ?? 'failure'),
          rowCount: run.rowCount ?? 0,
          errorMessage: run.status === null ? 'The run and its execution log no longer exist.' : run.errorMessage,
        }),
      RETRY,
    )

  async function endFiring(tx: Executor, task: { readonly id: string; readonly ownerId: number }): Promise<void> {
    await lockUserAgainstDeletion(tx, task.ownerId)
    const row = await lockTask(tx, task.id)
    if (!row?.openFiring) return
    const runs = await findRunsOf(tx, row.openFiring)
    if (runs.every(({ status }) => status !== 'running')) await ends.endOpenFiring(tx, row, runs)
  }

  return {
    /**
     * Ends open runs whose execution has ended or no longer exists, and those whose snapshot never came; then firings
     * without an open run.
     */
    healFirings: async (): Promise<number> => {
      const runs = await findOrphanedRuns(database.db)
      for (const run of runs) await endRun(run)
      const captures = await findLostCaptures(database.db, new Date(clock.now().getTime() - CAPTURE_LOST_MS))
      for (const run of captures) {
        await database.transaction(
          (tx) => ends.endCapture(tx, run, 'The snapshot was not captured within six hours.'),
          RETRY,
        )
      }
      const tasks = await findOrphanedTasks(database.db)
      for (const task of tasks) await database.transaction((tx) => endFiring(tx, task), RETRY)
      const healed = runs.length + captures.length + tasks.length
      if (healed > 0)
        logger.warn(
          { runs: runs.length, captures: captures.length, firings: tasks.length },
          'ended scheduled runs whose end was never reported',
        )
      return healed
    },
  }
}
