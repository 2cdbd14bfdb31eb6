import type { FollowUp, RunNowReply } from '@heddle/contract/schedules.ts'
import type { Logger } from 'pino'
import type { Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { DAY } from '../../kernel/durations.ts'
import { orNotFound } from '../../kernel/errors.ts'
import type { CountedPage, PageRequest } from '../../kernel/paging.ts'
import { deleteInBatches } from '../../platform/sql/delete-in-batches.ts'
import { runEnded } from '../executions/index.ts'
import { healFirings } from './close-orphaned-firings.ts'
import type { EndingParts } from './end-firing.ts'
import { endCapturedRun, endRunOfExecution, isOfSchedule } from './end-run.ts'
import { createDueTasks } from './fire-due-tasks.ts'
import { countDueBefore, deleteFiringsBefore, reopenForCapture } from './firings.store.ts'
import { type CapturedChanges, type TaskChangesFound, announceChanges, recordChanges } from './record-changes.ts'
import { recordFollowUp } from './record-follow-up.ts'
import { runTaskNow } from './run-now.ts'
import {
  findRunWithTask,
  findVisibleRun,
  hasNoSnapshot,
  listRuns,
  type RunFilter,
  type SeenRun,
} from './scheduled-executions.store.ts'
import { schedulesStalled } from './schedules.events.ts'
import type { NoteFiring } from './schedules.metrics.ts'
import { listOwners, type TaskRow } from './schedules.store.ts'
import type { StartsRuns } from './start-firings.ts'

export type ScheduledRunsParts = EndingParts & {
  readonly executions: StartsRuns
  readonly logger: Logger
  readonly noteFiring?: NoteFiring
}

/** Scheduled and manual firings of tasks, and their records. */
export type ScheduledRuns = {
  /** Subscribes to the end of runs. */
  readonly listen: () => void
  /** Fires everything that is due; returns when the next task is due. */
  readonly fireDue: () => Promise<Date | undefined>
  /** Ends firings that were never ended; returns how much there was to end. */
  readonly healFirings: () => Promise<number>
  /** Works even while the task is disabled or paused; its slots do not change. */
  readonly runNow: (caller: Caller, id: string) => Promise<RunNowReply>
  readonly listRuns: (caller: Caller, filter: RunFilter, page: PageRequest) => Promise<CountedPage<SeenRun>>
  readonly getRun: (caller: Caller, id: string) => Promise<SeenRun>
  /**
   * Leaves a successful run open until `endCapture`, so that a firing shows its end, its snapshot and the changes
   * together. To be called by a handler of `scheduledRunEnded`.
   */
  readonly beginCapture: (tx: Executor, scheduledExecutionId: string) => Promise<void>
  /** Ends a run that waited for its snapshot; the reason says why there is none. May be repeated. */
  readonly endCapture: (scheduledExecutionId: string, reason: string | null) => Promise<void>
  /** Also false when the run or its task no longer exists. */
  readonly awaitsSnapshot: (scheduledExecutionId: string) => Promise<boolean>
  /** False when the run has a snapshot already, or is gone. */
  readonly recordChanges: (tx: Executor, scheduledExecutionId: string, found: CapturedChanges) => Promise<boolean>
  readonly announceChanges: (tx: Executor, found: TaskChangesFound) => Promise<void>
  /** The task of a run that has no follow-up yet; undefined also when either no longer exists. */
  readonly findAwaitingFollowUp: (scheduledExecutionId: string) => Promise<TaskRow | undefined>
  /** False when the run has a follow-up already, or is gone. */
  readonly recordFollowUp: (tx: Executor, scheduledExecutionId: string, followUp: FollowUp) => Promise<boolean>
  /** Tasks that were due before an instant and that no process has claimed. */
  readonly findStalled: (before: Date) => ReturnType<typeof countDueBefore>
  readonly raiseStalled: (dueTasks: number, oldest: Date) => Promise<void>
  /** Deletes records after the log retention of their owner, in small batches. */
  readonly deleteExpired: () => Promise<void>
}

const CLEANUP_BATCH = 500
// A deadlock with a transaction that locks in another order is resolved by retrying.
const RETRY = { retries: 2 }

export function createScheduledRuns(parts: ScheduledRunsParts): ScheduledRuns {
  const { database, events, clock } = parts
  return {
    ...createDueTasks(parts),
    listen: () =>
      events.onRaised(runEnded, (tx, ended) => endRunOfExecution(parts, tx, ended), { concerns: isOfSchedule }),
    healFirings: () => healFirings(parts),
    runNow: (caller, id) => runTaskNow(parts, caller, id),
    listRuns: (caller, filter, page) => listRuns(database.db, caller, filter, page),
    getRun: async (caller, id) => orNotFound(await findVisibleRun(database.db, caller, id)),
    beginCapture: (tx, id) => reopenForCapture(tx, id, clock.now()),
    endCapture: (id, reason) => endCapture(parts, id, reason),
    awaitsSnapshot: (id) => hasNoSnapshot(database.db, id),
    recordChanges: (tx, id, found) => recordChanges(events, tx, id, found),
    announceChanges: (tx, found) => announceChanges(events, tx, found),
    findAwaitingFollowUp: async (id) => {
      const found = await findRunWithTask(database.db, id)
      return found?.run.followUp === null ? found.task : undefined
    },
    recordFollowUp: (tx, id, followUp) => recordFollowUp(events, tx, id, followUp),
    findStalled: (before) => countDueBefore(database.db, before),
    raiseStalled: (dueTasks, oldest) =>
      database.transaction((tx) =>
        events.raise(tx, schedulesStalled, { due_tasks: dueTasks, oldest_due_at: oldest.toISOString() }),
      ),
    deleteExpired: () => deleteExpired(parts),
  }
}

const endCapture = (parts: ScheduledRunsParts, id: string, reason: string | null): Promise<void> =>
  parts.database.transaction(async (tx) => {
    const found = await findRunWithTask(tx, id)
    if (found) await endCapturedRun(parts, tx, { ...found.run, ownerId: found.task.ownerId }, reason)
  }, RETRY)

async function deleteExpired({ database, taskSettings, clock }: ScheduledRunsParts): Promise<void> {
  for (const ownerId of await listOwners(database.db)) {
    const { executionLogRetentionDays } = await taskSettings.of(ownerId)
    const before = new Date(clock.now().getTime() - executionLogRetentionDays * DAY)
    await deleteInBatches(CLEANUP_BATCH, (limit) => deleteFiringsBefore(database.db, ownerId, before, limit))
  }
}
