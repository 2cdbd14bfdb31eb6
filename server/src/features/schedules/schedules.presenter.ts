import type { ScheduledTask } from '@heddle/contract/schedules.ts'
import { offsetAt } from '@heddle/domain/schedule/time-zone.ts'
import { MINUTE } from '../../kernel/durations.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { FoundTask, TaskRow } from './schedules.store.ts'
import { shownRuns } from './task-schedule.ts'

export function presentTask({ task, owner, groups, queryName, connectionNames }: FoundTask, now: Date): ScheduledTask {
  return {
    id: task.id,
    name: task.name,
    owner,
    saved_query: task.savedQueryId,
    saved_query_name: queryName,
    controller_connections: task.controllerConnections,
    controller_connection_names: connectionNames ?? [],
    merge: task.merge,
    allow_partial: task.allowPartial,
    schedule_type: task.scheduleType,
    cron_expression: task.cronExpression,
    interval_minutes: task.intervalMinutes,
    timezone: task.timezone,
    enabled: task.enabled,
    notify_on_failure: task.notifyOnFailure,
    notify_on_changes: task.notifyOnChanges,
    notify_on_expectation: task.notifyOnExpectation,
    granted_groups: groups,
    capture_snapshot: task.captureSnapshot,
    retention_policy: task.retentionPolicy,
    diff_key_fields: task.diffKeyFields && [...task.diffKeyFields],
    diff_ignore_fields: task.diffIgnoreFields && [...task.diffIgnoreFields],
    variables: task.variables,
    on_changes: task.onChanges,
    metric: task.metric,
    next_run_at: timestamp(task.nextRunAt),
    next_runs: nextRunsOf(task, now),
    last_run_at: timestamp(task.lastRunAt),
    last_run_status: task.lastRunStatus,
    failure_streak: task.failureStreak,
    paused: task.pausedAt !== null,
    paused_at: timestamp(task.pausedAt),
    running: task.openFiring !== null,
    created_at: timestamp(task.createdAt),
    updated_at: timestamp(task.updatedAt),
  }
}

function nextRunsOf(task: TaskRow, now: Date): string[] {
  try {
    return shownRuns(task, now).map((run) => localTimestamp(run, task.timezone))
  } catch {
    // A zone unknown to this release must not hide the task or fail a whole list: its owner has to be able to fix it.
    return []
  }
}

/** An instant as the clocks of a zone show it, with its offset: `2026-10-25T02:30:00.000+02:00`. */
function localTimestamp(instant: Date, timezone: string): string {
  const offsetMs = Math.round(offsetAt(instant.getTime(), timezone) / MINUTE) * MINUTE
  const wall = new Date(instant.getTime() + offsetMs).toISOString().slice(0, -1)
  return `${wall}${offsetMs < 0 ? '-' : '+'}${hoursAndMinutes(Math.abs(offsetMs))}`
}

const hoursAndMinutes = (ms: number): string => new Date(ms).toISOString().slice(11, 16)
