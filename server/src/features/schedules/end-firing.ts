import { type AfterFiring, afterFiring } from '@heddle/domain/schedule/after-firing.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { TaskSettingsService } from '../executions/index.ts'
import { endFiring, findRunsOf, type FiringRunRow } from './firings.store.ts'
import { namedTask, type PausingParts, raisePause } from './pause-task.ts'
import { publishDue } from './publish-due.ts'
import { taskFailed, taskRecovered } from './schedules.events.ts'
import type { TaskChanges, TaskRow } from './schedules.store.ts'
import type { RunStatus } from './schedules.tables.ts'
import { isActive, slotAfter } from './task-schedule.ts'

/** What the end of runs does to their task. */
export type EndingParts = PausingParts & {
  readonly database: Database
  readonly taskSettings: Pick<TaskSettingsService, 'of'>
}

const WORST_FIRST: readonly RunStatus[] = ['failure', 'timeout', 'cancelled', 'success']

/** `runs`: those of the firing, where they are known. */
export async function endFiringAfterLastRun(
  parts: EndingParts,
  tx: Executor,
  task: TaskRow,
  { firingId, runs }: { readonly firingId: string; readonly runs?: readonly FiringRunRow[] | undefined },
): Promise<void> {
  if (!hasOpenFiring(task) || task.openFiring !== firingId) return
  const all = runs ?? (await findRunsOf(tx, firingId))
  if (all.every(({ status }) => status !== 'running')) await endOpenFiring(parts, tx, task, all)
}

export const hasOpenFiring = (task: TaskRow): task is TaskRow & { readonly openFiring: string } =>
  task.openFiring !== null

/** Ends the open firing of a locked task, whose runs have all ended. */
export async function endOpenFiring(
  parts: EndingParts,
  tx: Executor,
  task: TaskRow & { readonly openFiring: string },
  runs: readonly FiringRunRow[],
): Promise<void> {
  const finishedAt = parts.clock.now()
  const status = WORST_FIRST.find((worst) => runs.some((run) => run.status === worst)) ?? 'failure'
  const streak = await streakAfter(parts, tx, task, status)
  const changes = {
    ...changesAfter(task, streak, runs[0]?.trigger === 'manual', finishedAt),
    lastRunStatus: status,
    openFiring: null,
  }
  await endFiring(tx, { id: task.openFiring, taskId: task.id, status, finishedAt }, changes)
  await raiseFailure(parts, tx, task, { runs, failureStreak: streak.failureStreak })
  if (status === 'success' && task.failureStreak > 0) await parts.events.raise(tx, taskRecovered, namedTask(task))
  if (changes.pausedAt) await raisePause(parts, tx, task, { failureStreak: streak.failureStreak })
  publishDue(parts, changes.nextRunAt === undefined ? task.nextRunAt : changes.nextRunAt)
}

/** A cancelled firing is neither a failure nor a success; only a failure needs to know when its task pauses. */
async function streakAfter({ taskSettings }: EndingParts, tx: Executor, task: TaskRow, status: RunStatus) {
  const { failureStreak, forgivenFailures } = task
  if (status === 'cancelled') return { failureStreak, forgivenFailures, pauses: false, backOffMs: 0 }
  const ok = status === 'success'
  const pauseAfterFailures = ok ? 0 : (await taskSettings.of(task.ownerId, tx)).pauseAfterFailures
  return afterFiring({ ok, failureStreak, forgivenFailures, pauseAfterFailures })
}

async function raiseFailure(
  { events }: EndingParts,
  tx: Executor,
  task: TaskRow,
  { runs, failureStreak }: { readonly runs: readonly FiringRunRow[]; readonly failureStreak: number },
): Promise<void> {
  const failed = runs.find(({ status }) => status === 'failure' || status === 'timeout')
  if (!failed) return
  await events.raise(tx, taskFailed, {
    ...namedTask(task),
    scheduled_execution_id: failed.id,
    error_message: failed.errorMessage ?? 'The run failed.',
    failure_streak: failureStreak,
    notify_on_failure: task.notifyOnFailure,
  })
}

/** A manual firing keeps the slots of its task; a disabled or paused task has none to move. */
function changesAfter(task: TaskRow, after: AfterFiring, byHand: boolean, now: Date): TaskChanges {
  const { failureStreak, forgivenFailures, pauses, backOffMs } = after
  const streak = { failureStreak, forgivenFailures }
  if (!isActive(task)) return streak
  if (pauses) return { ...streak, pausedAt: now, nextRunAt: null }
  if (byHand || backOffMs === 0 || task.nextRunAt === null) return streak
  // The first slot at or after the instant: `slotAfter` excludes the instant itself.
  const backOff = slotAfter(task, new Date(now.getTime() + backOffMs - 1))
  return backOff !== null && backOff > task.nextRunAt ? { ...streak, nextRunAt: backOff } : streak
}
