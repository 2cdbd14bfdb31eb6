import { nextRun, nextRuns } from '@heddle/domain/schedule/next-run.ts'
import type { Schedule } from '@heddle/domain/schedule/schedule.ts'
import type { TaskRow } from './schedules.store.ts'

export type TaskSchedule = Pick<
  TaskRow,
  'scheduleType' | 'cronExpression' | 'intervalMinutes' | 'timezone' | 'anchorAt'
>

const SHOWN_RUNS = 5

/** The schedule of a row. The column required by its type is never null: bodies without it are rejected. */
export function scheduleOf({
  scheduleType,
  cronExpression,
  intervalMinutes,
  timezone,
  anchorAt,
}: TaskSchedule): Schedule {
  return scheduleType === 'cron'
    ? { type: 'cron', expression: cronExpression ?? '', timezone }
    : { type: 'interval', minutes: intervalMinutes ?? 0, anchor: anchorAt }
}

export const isActive = ({ enabled, pausedAt }: Pick<TaskRow, 'enabled' | 'pausedAt'>): boolean =>
  enabled && pausedAt === null

export const slotAfter = (schedule: TaskSchedule, after: Date): Date | null =>
  nextRun(scheduleOf(schedule), after) ?? null

/**
 * The next instants at which a task fires, from its `next_run_at` on: a task that backs off skips the slots before it.
 */
export function shownRuns(task: TaskRow, now: Date): Date[] {
  if (!isActive(task) || task.nextRunAt === null) return []
  const justBefore = new Date(task.nextRunAt.getTime() - 1)
  return nextRuns(scheduleOf(task), justBefore > now ? justBefore : now, SHOWN_RUNS)
}

export const isSameSchedule = (one: TaskSchedule, other: TaskSchedule): boolean =>
  one.scheduleType === other.scheduleType &&
  one.cronExpression === other.cronExpression &&
  one.intervalMinutes === other.intervalMinutes &&
  one.timezone === other.timezone
