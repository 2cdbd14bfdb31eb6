import type { ScheduledExecution } from '@heddle/contract/schedules.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { Caller } from '../../kernel/caller.ts'
import { hideInError, mayReadRows, presentExpectation } from '../executions/index.ts'
import { presentNamedConnections } from '../planning/index.ts'
import type { SeenRun } from './scheduled-executions.store.ts'

/** Messages may tell values of rows, so they are shown in full only to those who may read them. */
export function presentScheduledExecution(row: SeenRun, caller: Caller): ScheduledExecution {
  // The end of a run, its snapshot and the changes are shown together.
  const isOpen = row.status === 'running'
  const readsRows = mayReadRows(caller, { userId: row.ownerId })
  const shown = (message: string | null) => (readsRows || message === null ? message : hideInError(message))
  return {
    id: row.id,
    scheduled_task: row.taskId,
    saved_query: row.savedQueryId,
    saved_query_name: row.queryName,
    ...presentNamedConnections(row),
    execution: row.executionId,
    snapshot: isOpen ? null : row.snapshotId,
    status: row.status,
    trigger: row.trigger,
    scheduled_for: timestamp(row.scheduledFor),
    started_at: timestamp(row.startedAt),
    finished_at: timestamp(row.finishedAt),
    row_count: row.rowCount,
    error_message: shown(row.errorMessage),
    expectation: presentExpectation(row.expectation, readsRows),
    changes: isOpen ? null : row.changes,
    follow_up: row.followUp && { ...row.followUp, error: shown(row.followUp.error) },
  }
}
