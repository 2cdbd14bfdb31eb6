import type { ScheduledExecution } from '@heddle/contract/schedules.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { Caller } from '../../kernel/caller.ts'
import { hideInError, mayReadRows } from '../executions/index.ts'
import type { SeenRun } from './scheduled-executions.store.ts'

/** The message may tell values of rows, so it is shown in full only to those who may read them. */
export function presentScheduledExecution(row: SeenRun, caller: Caller): ScheduledExecution {
  return {
    id: row.id,
    scheduled_task: row.taskId,
    saved_query: row.savedQueryId,
    controller_connection: row.controllerConnectionId,
    execution: row.executionId,
    snapshot: row.snapshotId,
    status: row.status,
    trigger: row.trigger,
    scheduled_for: timestamp(row.scheduledFor),
    started_at: timestamp(row.startedAt),
    finished_at: timestamp(row.finishedAt),
    row_count: row.rowCount,
    error_message:
      mayReadRows(caller, { userId: row.ownerId }) || row.errorMessage === null ? row.errorMessage : hideInError(row.errorMessage),
    changes: row.changes,
  }
}
