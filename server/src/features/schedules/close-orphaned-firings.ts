import type { Logger } from 'pino'
import type { Executor } from '../../adapters/database/database.ts'
import { HOUR } from '../../kernel/durations.ts'
import { lockUserAgainstDeletion } from '../users/index.ts'
import { endOpenFiring, type EndingParts, hasOpenFiring } from './end-firing.ts'
import { endCapturedRun, endScheduledRun } from './end-run.ts'
import { findLostCaptures, findOrphanedRuns, findOrphanedTasks, type OrphanedRun } from './orphaned-firings.store.ts'
import { findRunsOf, lockRunWithTask } from './firings.store.ts'
import { lockTask } from './schedules.store.ts'

type HealingParts = EndingParts & { readonly logger: Logger }

// A deadlock with a transaction that locks in another order is resolved by retrying.
const RETRY = { retries: 2 }
// Longer than all attempts to capture a run take together.
const CAPTURE_LOST_MS = 6 * HOUR

/**
 * A safety net: ends open runs whose execution has ended or no longer exists, and those whose snapshot never came; then
 * firings without an open run. A task with an open firing never fires again.
 */
export async function healFirings(parts: HealingParts): Promise<number> {
  const { database, clock, logger } = parts
  const runs = await findOrphanedRuns(database.db)
  for (const run of runs) await endOrphanedRun(parts, run)
  const captures = await findLostCaptures(database.db, new Date(clock.now().getTime() - CAPTURE_LOST_MS))
  for (const run of captures) {
    const reason = 'The snapshot was not captured within six hours.'
    await database.transaction((tx) => endCapturedRun(parts, tx, run, reason), RETRY)
  }
  const tasks = await findOrphanedTasks(database.db)
  for (const task of tasks) await database.transaction((tx) => endOrphanedFiring(parts, tx, task), RETRY)
  const healed = runs.length + captures.length + tasks.length
  if (healed > 0)
    logger.warn(
      { runs: runs.length, captures: captures.length, firings: tasks.length },
      'ended scheduled runs whose end was never reported',
    )
  return healed
}

const endOrphanedRun = (parts: HealingParts, run: OrphanedRun): Promise<void> =>
  parts.database.transaction(async (tx) => {
    const locked = await lockRunWithTask(tx, { id: run.id })
    if (!locked) return
    await endScheduledRun(parts, tx, locked, {
      status: run.isCancelled ? 'cancelled' : (run.status ?? 'failure'),
      rowCount: run.rowCount ?? 0,
      errorMessage: run.status === null ? 'The run and its execution log no longer exist.' : run.errorMessage,
    })
  }, RETRY)

async function endOrphanedFiring(
  parts: HealingParts,
  tx: Executor,
  task: { readonly id: string; readonly ownerId: number },
): Promise<void> {
  await lockUserAgainstDeletion(tx, task.ownerId)
  const row = await lockTask(tx, task.id)
  if (!row || !hasOpenFiring(row)) return
  const runs = await findRunsOf(tx, row.openFiring)
  if (runs.every(({ status }) => status !== 'running')) await endOpenFiring(parts, tx, row, runs)
}
