import type { ExpectationResult } from '@heddle/contract/executions.ts'
import type { FollowUp } from '@heddle/contract/schedules.ts'
import { expectationNews } from '@heddle/domain/expectation/expectation-news.ts'
import { type AfterFiring, afterFiring } from '@heddle/domain/schedule/after-firing.ts'
import type { Static } from 'typebox'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Audit } from '../audit/index.ts'
import type { runEnded, TaskSettingsService } from '../executions/index.ts'
import { lockUserAgainstDeletion } from '../users/index.ts'
import {
  endCapturingRun,
  endFiring,
  endFiringRun,
  findFiring,
  findRunOfExecution,
  findRunsOf,
  type FiringRunRow,
} from './firings.store.ts'
import {
  followUpFailed,
  scheduledRunEnded,
  taskDueChanged,
  taskExpectationChanged,
  taskFailed,
  taskPaused,
} from './schedules.events.ts'
import { findJudgedBefore, findRunWithTask, namesOfRun, setFollowUp } from './scheduled-executions.store.ts'
import { lockTask, type TaskChanges, type TaskRow, updateTask } from './schedules.store.ts'
import type { RunStatus } from './schedules.tables.ts'
import { capturesOf } from './task-runs.ts'
import { isActive, slotAfter } from './task-schedule.ts'

type Dependencies = {
  readonly database: Database
  readonly taskSettings: Pick<TaskSettingsService, 'of'>
  readonly events: Events
  readonly audit: Audit
  readonly clock: Clock
}

type RunEnded = Static<(typeof runEnded)['schema']>
export type RunOutcome = {
  readonly status: RunStatus
  readonly rowCount: number
  readonly errorMessage: string | null
  readonly expectation?: ExpectationResult | null
  readonly diedPreparing?: boolean
}

const WORST_FIRST: readonly RunStatus[] = ['failure', 'timeout', 'cancelled', 'success']

/**
 * What the end of runs does to their task. Locks user, task, then run, so that two runs of a firing that end at once
 * see each other.
 */
export function createFiringEnds({ database, taskSettings, events, audit, clock }: Dependencies) {
  /**
   * Ends a run and, with the last run of a firing, the firing. Does nothing for a deleted task. A handler of the event
   * may reopen the run: one that is captured ends together with its snapshot.
   */
  async function endScheduledRun(
    tx: Executor,
    run: Pick<FiringRunRow, 'id' | 'taskId'> & { ownerId: number },
    { diedPreparing = false, ...outcome }: RunOutcome,
  ): Promise<void> {
    await lockUserAgainstDeletion(tx, run.ownerId)
    const before = await lockTask(tx, run.taskId)
    if (!before) return
    const ended = await endFiringRun(tx, run.id, { ...outcome, finishedAt: clock.now() })
    if (!ended) return
    await raiseExpectation(tx, before, ended)
    const task = diedPreparing ? await pauseAtOnce(tx, before) : before
    if (ended.executionId !== null)
      await events.raise(tx, scheduledRunEnded, runEndedOf(task, { ...ended, executionId: ended.executionId }, outcome))
    await endFiringAfterLastRun(tx, task, ended.firingId)
  }

  /** Ends a run that was left open for its snapshot, which exists now, or never will for the reason given. */
  async function endCapture(
    tx: Executor,
    run: Pick<FiringRunRow, 'id' | 'taskId'> & { ownerId: number },
    errorMessage: string | null,
  ): Promise<void> {
    await lockUserAgainstDeletion(tx, run.ownerId)
    const task = await lockTask(tx, run.taskId)
    if (!task) return
    const ended = await endCapturingRun(tx, run.id, { errorMessage, finishedAt: clock.now() })
    if (!ended) return
    if (errorMessage !== null && task.onChanges)
      await recordFollowUp(tx, run.id, { request: null, error: errorMessage })
    await endFiringAfterLastRun(tx, task, ended.firingId)
  }

  /** Once: false when the run has a follow-up already, or no longer exists. The owner is notified of an error. */
  async function recordFollowUp(tx: Executor, runId: string, followUp: FollowUp): Promise<boolean> {
    if (!(await setFollowUp(tx, runId, followUp))) return false
    const found = await findRunWithTask(tx, runId)
    if (found && followUp.error !== null) {
      await events.raise(tx, followUpFailed, {
        ...named(found.task),
        scheduled_execution_id: runId,
        error: followUp.error,
      })
    }
    return true
  }

  async function endFiringAfterLastRun(tx: Executor, task: TaskRow, firingId: string): Promise<void> {
    const runs = await findRunsOf(tx, firingId)
    if (task.openFiring === firingId && runs.every(({ status }) => status !== 'running'))
      await endOpenFiring(tx, task, runs)
  }

  async function endOpenFiring(tx: Executor, task: TaskRow, runs: readonly FiringRunRow[]): Promise<void> {
    const firing = task.openFiring === null ? undefined : await findFiring(tx, task.openFiring)
    const status = WORST_FIRST.find((worst) => runs.some((run) => run.status === worst)) ?? 'failure'
    if (firing) await endFiring(tx, firing.id, status, clock.now())
    const streak = await streakAfter(tx, task, status)
    const changes = {
      ...changesAfter(task, streak, firing?.trigger === 'manual', clock.now()),
      lastRunStatus: status,
      openFiring: null,
    }
    await updateTask(tx, task.id, changes)
    await raiseFailure(tx, task, runs, streak.failureStreak)
    if (changes.pausedAt) await raisePause(tx, task, { failureStreak: streak.failureStreak })
    publishDue(changes.nextRunAt === undefined ? task.nextRunAt : changes.nextRunAt)
  }

  /** A cancelled firing is neither a failure nor a success. */
  async function streakAfter(tx: Executor, task: TaskRow, status: RunStatus) {
    const { failureStreak, forgivenFailures } = task
    if (status === 'cancelled') return { failureStreak, forgivenFailures, pauses: false, backOffMs: 0 }
    const { pauseAfterFailures } = await taskSettings.of(task.ownerId, tx)
    return afterFiring({ ok: status === 'success', failureStreak, forgivenFailures, pauseAfterFailures })
  }

  async function raiseFailure(
    tx: Executor,
    task: TaskRow,
    runs: readonly FiringRunRow[],
    failureStreak: number,
  ): Promise<void> {
    const failed = runs.find(({ status }) => status === 'failure' || status === 'timeout')
    if (!failed) return
    await events.raise(tx, taskFailed, {
      ...named(task),
      scheduled_execution_id: failed.id,
      error_message: failed.errorMessage ?? 'The run failed.',
      failure_streak: failureStreak,
      notify_on_failure: task.notifyOnFailure,
    })
  }

  /** Compares with the run before on the same connection. */
  async function raiseExpectation(tx: Executor, task: TaskRow, run: FiringRunRow): Promise<void> {
    if (!run.expectation) return
    const { status, reason, failing_rows } = run.expectation
    if (!expectationNews((await findJudgedBefore(tx, run))?.status, status)) return
    const names = await namesOfRun(tx, run)
    await events.raise(tx, taskExpectationChanged, {
      ...named(task),
      scheduled_execution_id: run.id,
      query_name: names.query,
      connection_names: names.connections,
      status,
      reason,
      failing_rows,
      notify_on_expectation: task.notifyOnExpectation,
    })
  }

  /** Its next firing would end further processes. */
  async function pauseAtOnce(tx: Executor, task: TaskRow): Promise<TaskRow> {
    if (!isActive(task)) return task
    const paused = { pausedAt: clock.now(), nextRunAt: null }
    await updateTask(tx, task.id, paused)
    await raisePause(tx, task, {
      failureStreak: task.failureStreak,
      reason: 'The server stopped or failed twice while preparing its query.',
    })
    return { ...task, ...paused }
  }

  async function raisePause(
    tx: Executor,
    task: TaskRow,
    { failureStreak, reason }: { failureStreak: number; reason?: string },
  ) {
    await events.raise(tx, taskPaused, {
      ...named(task),
      failure_streak: failureStreak,
      ...(reason !== undefined && { reason }),
    })
    const why = reason === undefined ? ` after ${failureStreak} failed firings in a row` : `. ${reason}`
    await audit.record(tx, {
      action: 'task_pause',
      description: `Scheduled task "${task.name}" was paused${why}`,
      target: { type: 'scheduled_task', id: task.id },
      metadata: { failure_streak: failureStreak },
      actor: { userId: null, username: 'system' },
    })
  }

  /** Slots that passed during the firing make the task due immediately. */
  function publishDue(nextRunAt: Date | null): void {
    if (nextRunAt === null) return
    database.afterCommit(() => void events.publish(taskDueChanged, { next_run_at: nextRunAt.toISOString() }))
  }

  return {
    endScheduledRun,
    endCapture,
    recordFollowUp,
    endOpenFiring,

    onRunEnded: async (tx: Executor, ended: RunEnded): Promise<void> => {
      if (ended.trigger !== 'schedule') return
      const run = await findRunOfExecution(tx, ended.execution_id)
      if (!run) return
      const status = ended.cancelled ? 'cancelled' : ended.status
      await endScheduledRun(tx, run, {
        status,
        rowCount: ended.row_count,
        errorMessage: ended.error_message,
        expectation: ended.expectation,
        diedPreparing: ended.died_preparing,
      })
    },
  }
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

const named = ({ id, name, ownerId }: TaskRow) => ({ task_id: id, task_name: name, owner_id: ownerId })

function runEndedOf(
  task: TaskRow,
  run: FiringRunRow & { executionId: string },
  { status }: Pick<RunOutcome, 'status'>,
): Static<(typeof scheduledRunEnded)['schema']> {
  return {
    ...named(task),
    scheduled_execution_id: run.id,
    execution_id: run.executionId,
    saved_query: run.savedQueryId,
    controller_connection: run.controllerConnectionId,
    status,
    // Without a snapshot there are no changes to follow up.
    capture_snapshot: capturesOf(task),
    retention_policy: task.retentionPolicy,
  }
}
