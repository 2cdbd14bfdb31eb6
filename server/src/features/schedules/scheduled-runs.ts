import type { RunNowReply } from '@heddle/contract/schedules.ts'
import type { Logger } from 'pino'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY } from '../../kernel/durations.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Caller } from '../../kernel/caller.ts'
import { Conflict, orNotFound } from '../../kernel/errors.ts'
import type { PageRequest } from '../../kernel/paging.ts'
import { deleteInBatches } from '../../platform/sql/delete-in-batches.ts'
import type { Audit } from '../audit/index.ts'
import { runEnded, type TaskSettingsService } from '../executions/index.ts'
import { lockUserAgainstDeletion } from '../users/index.ts'
import { createFiringEnds } from './end-firing.ts'
import { createDueTasks } from './fire-due-tasks.ts'
import { countDueBefore, deleteFiringsBefore, findRunIds, reopenForCapture } from './firings.store.ts'
import { createFiringCleanup } from './close-orphaned-firings.ts'
import { wantsFollowUp } from './on-changes.ts'
import { type ChangedRow, followUpDue, schedulesStalled, taskChangesFound } from './schedules.events.ts'
import { listOwners, lockTask, type TaskRow } from './schedules.store.ts'
import {
  findRunWithTask,
  findVisibleRun,
  hasNoSnapshot,
  listRuns,
  type RunFilter,
  type SeenRun,
  setChanges,
} from './scheduled-executions.store.ts'
import type { Changes } from './schedules.tables.ts'
import { startFirings, type StartsRuns } from './start-firings.ts'
import { getVisible } from './task-access.ts'

type Dependencies = {
  readonly database: Database
  readonly executions: StartsRuns
  readonly taskSettings: Pick<TaskSettingsService, 'of'>
  readonly events: Events
  readonly audit: Audit
  readonly clock: Clock
  readonly logger: Logger
}

type FoundChanges = {
  readonly snapshotId: string
  /** The snapshot before; null for the first one. */
  readonly previousId: string | null
  readonly changes: Changes | null
  /** The first changed rows, with their values before and after. */
  readonly changedRows: readonly ChangedRow[]
  /** Relative path of the comparison. */
  readonly link: string
}

const CLEANUP_BATCH = 500
// A deadlock with a transaction that locks in another order is resolved by retrying.
const RETRY = { retries: 2 }

/** Scheduled and manual firings of tasks, and their records. */
export function createScheduledRuns(dependencies: Dependencies) {
  const { database, executions, taskSettings, events, audit, clock } = dependencies
  const ends = createFiringEnds(dependencies)

  async function refuseOverlap(tx: Executor, { openFiring }: TaskRow): Promise<void> {
    if (openFiring === null) return
    const [active_run_id] = await findRunIds(tx, openFiring)
    throw new Conflict('The task is already running.', 'already_running', { active_run_id })
  }

  return {
    /** Subscribes to the end of runs. */
    listen: (): void => events.onRaised(runEnded, ends.onRunEnded),

    ...createDueTasks(dependencies),
    ...createFiringCleanup(dependencies, ends),

    /** Works even while the task is disabled or paused; its slots do not change. */
    runNow: (caller: Caller, id: string): Promise<RunNowReply> =>
      database.transaction(async (tx) => {
        const { task: seen, owner } = await getVisible(tx, caller, id)
        await lockUserAgainstDeletion(tx, seen.ownerId)
        const task = orNotFound(await lockTask(tx, id))
        await refuseOverlap(tx, task)
        const runs = await startFirings(
          executions,
          tx,
          [{ task, owner, slot: null, trigger: 'manual', nextRunAt: task.nextRunAt }],
          clock.now(),
        )
        await audit.record(tx, {
          action: 'task_run',
          description: `Scheduled task "${task.name}" was run manually`,
          target: { type: 'scheduled_task', id },
          metadata: { scheduled_executions: runs.map((run) => run.id) },
        })
        const execution_ids = runs.map((run) => run.id)
        return { execution_id: execution_ids[0]!, execution_ids }
      }),

    listRuns: (caller: Caller, filter: RunFilter, page: PageRequest) => listRuns(database.db, caller, filter, page),

    getRun: async (caller: Caller, id: string): Promise<SeenRun> =>
      orNotFound(await findVisibleRun(database.db, caller, id)),

    /**
     * Leaves a successful run open until `endCapture`, so that a firing shows its end, its snapshot and the changes
     * together. To be called by a handler of `scheduledRunEnded`.
     */
    beginCapture: (tx: Executor, scheduledExecutionId: string): Promise<void> =>
      reopenForCapture(tx, scheduledExecutionId, clock.now()),

    /** Ends a run that waited for its snapshot; the reason says why there is none. May be repeated. */
    endCapture: (scheduledExecutionId: string, reason: string | null): Promise<void> =>
      database.transaction(async (tx) => {
        const found = await findRunWithTask(tx, scheduledExecutionId)
        if (found) await ends.endCapture(tx, { ...found.run, ownerId: found.task.ownerId }, reason)
      }, RETRY),

    /** Also false when the run or its task no longer exists. */
    awaitsSnapshot: (scheduledExecutionId: string): Promise<boolean> =>
      hasNoSnapshot(database.db, scheduledExecutionId),

    /**
     * Stores how the snapshot of a run differs from the previous one; `changes` is null for the first one. A run has
     * one snapshot: returns false when there already is one, or when the run no longer exists or is being deleted.
     */
    recordChanges: async (
      tx: Executor,
      scheduledExecutionId: string,
      { changes, ...found }: FoundChanges,
    ): Promise<boolean> => {
      const run = await findRunWithTask(tx, scheduledExecutionId)
      if (!run || !(await setChanges(tx, scheduledExecutionId, { snapshotId: found.snapshotId, changes }))) return false
      if (!changes || changes.added + changes.removed + changes.changed === 0) return true
      const { id, name, ownerId, notifyOnChanges, onChanges } = run.task
      const named = { task_id: id, task_name: name, owner_id: ownerId, scheduled_execution_id: scheduledExecutionId }
      await events.raise(tx, taskChangesFound, {
        ...named,
        ...changes,
        changed_rows: [...found.changedRows],
        link: found.link,
        notify_on_changes: notifyOnChanges,
      })
      if (found.previousId !== null && wantsFollowUp(onChanges, changes)) {
        await events.raise(tx, followUpDue, { ...named, snapshot_a: found.previousId, snapshot_b: found.snapshotId })
      }
      return true
    },

    /** The task of a run that has no follow-up yet; undefined also when either no longer exists. */
    findAwaitingFollowUp: async (scheduledExecutionId: string): Promise<TaskRow | undefined> => {
      const found = await findRunWithTask(database.db, scheduledExecutionId)
      return found?.run.followUp === null ? found.task : undefined
    },

    recordFollowUp: ends.recordFollowUp,

    /** Tasks that were due before an instant and that no process has claimed. */
    findStalled: (before: Date) => countDueBefore(database.db, before),

    raiseStalled: (dueTasks: number, oldest: Date): Promise<void> =>
      database.transaction((tx) =>
        events.raise(tx, schedulesStalled, { due_tasks: dueTasks, oldest_due_at: oldest.toISOString() }),
      ),

    /** Deletes records after the log retention of their owner, in small batches. */
    deleteExpired: async (): Promise<void> => {
      for (const ownerId of await listOwners(database.db)) {
        const { executionLogRetentionDays } = await taskSettings.of(ownerId)
        const before = new Date(clock.now().getTime() - executionLogRetentionDays * DAY)
        await deleteInBatches(CLEANUP_BATCH, (limit) => deleteFiringsBefore(database.db, ownerId, before, limit))
      }
    },
  }
}
