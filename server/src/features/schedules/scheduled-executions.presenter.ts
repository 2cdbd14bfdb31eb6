import type { ScheduledExecution } from '@heddle/contract/schedules.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { FiringRunRow } from './firings.store.ts'

export function presentScheduledExecution(row: FiringRunRow): ScheduledExecution {
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
    error_message: row.errorMessage,
    changes: row.changes,
  }
}
