import type { Logger } from 'pino'
import type { Database, Executor } from '../../adapters/database/database.ts'
import { keepUser } from '../users/index.ts'
import type { createFiringEnds } from './end-firing.ts'
import { findOrphanedRuns, findOrphanedTasks, type OrphanedRun } from './healing.store.ts'
import { findRunsOf } from './firings.store.ts'
import { lockTask } from './schedules.store.ts'

type Dependencies = { readonly database: Database; readonly logger: Logger }

// Whoever locks in another order is waited for, and this begins anew.
const RETRY = { retries: 2 }

/** For what went wrong all the same: no task stays open for ever, as an open one never fires again. */
export function createHealing({ database, logger }: Dependencies, ends: ReturnType<typeof createFiringEnds>) {
  const endRun = (run: OrphanedRun): Promise<void> =>
    database.transaction(
      (tx) =>
        ends.endScheduledRun(tx, run, {
          status: run.isCancelled ? 'cancelled' : (run.status ?? 'failure'),
          rowCount: run.rowCount ?? 0,
          errorMessage: run.status === null ? 'The run is gone, and with it its execution log.' : run.errorMessage,
        }),
      RETRY,
    )

  async function endFiring(tx: Executor, task: { readonly id: string; readonly ownerId: number }): Promise<void> {
    await keepUser(tx, task.ownerId)
    const row = await lockTask(tx, task.id)
    if (!row?.openFiring) return
    const runs = await findRunsOf(tx, row.openFiring)
    if (runs.every(({ status }) => status !== 'running')) await ends.endOpenFiring(tx, row, runs)
  }

  return {
    /** Ends the runs whose execution is over or gone, then firings without a run that goes on. */
    healFirings: async (): Promise<number> => {
      const runs = await findOrphanedRuns(database.db)
      for (const run of runs) await endRun(run)
      const tasks = await findOrphanedTasks(database.db)
      for (const task of tasks) await database.transaction((tx) => endFiring(tx, task), RETRY)
      const healed = runs.length + tasks.length
      if (healed > 0) logger.warn({ runs: runs.length, firings: tasks.length }, 'ended scheduled runs whose end was never told')
      return healed
    },
  }
}
