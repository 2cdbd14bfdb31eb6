import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { countSlots, latestSlot } from '@heddle/domain/schedule/next-run.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY } from '../../kernel/durations.ts'
import type { TaskSettingsService } from '../executions/index.ts'
import { countFiredSlots, countUncapturedRuns, type DayBounds, listTasksOfQuery } from './missed-captures.store.ts'
import type { TaskRow } from './schedules.store.ts'
import { capturesOf, taskConnections } from './task-runs.ts'
import { scheduleOf } from './task-schedule.ts'

type Dependencies = {
  readonly database: Database
  readonly taskSettings: Pick<TaskSettingsService, 'of'>
  readonly clock: Clock
}
export type MissedOrder = {
  readonly savedQuery: string
  /** Only runs on this connection. */
  readonly connection: string | undefined
  readonly days: DayBounds
  /** Whether tasks of this user that say nothing about it capture what their runs return. */
  readonly capturesByDefault: (ownerId: number) => Promise<boolean>
}

/**
 * How many captures of each day the tasks of a query should have made and did not: their runs ended without a snapshot,
 * or their slots passed without a firing.
 */
export function createMissedCaptures({ database, taskSettings, clock }: Dependencies) {
  /** The slots of a task that it may have missed; undefined if there are none. */
  async function dueRange({ ownerId, dueSince, nextRunAt, pausedAt, ...task }: TaskRow, days: DayBounds) {
    if (dueSince === null) return undefined
    const now = clock.now()
    const { executionLogRetentionDays } = await taskSettings.of(ownerId)
    // Nobody knows what fired before the records that are kept.
    const from = new Date(
      Math.max(dueSince.getTime() + 1, days[0]!.getTime(), now.getTime() - executionLogRetentionDays * DAY),
    )
    const isLate = pausedAt === null && nextRunAt !== null && nextRunAt <= now
    // The latest of several slots may still be caught up.
    const until = isLate ? latestSlot(scheduleOf(task), nextRunAt, now) : new Date(now.getTime() + 1)
    return from < until ? { from, until } : undefined
  }

  async function addUnfiredSlots(task: TaskRow, { days, connection }: MissedOrder, missed: number[]): Promise<void> {
    const range = await dueRange(task, days)
    const perSlot = taskConnections(task).filter(
      (read) => connection === undefined || read.connection === connection,
    ).length
    if (!range || perSlot === 0) return
    const fired = new Map(
      (await countFiredSlots(database.db, { id: task.id, from: range.from }, days)).map(({ day, count }) => [
        day,
        count,
      ]),
    )
    const schedule = scheduleOf(task)
    for (const day of missed.keys()) {
      const [from, until] = [latest(days[day]!, range.from), earliest(days[day + 1]!, range.until)]
      missed[day]! += Math.max(0, countSlots(schedule, from, until) - (fired.get(day) ?? 0)) * perSlot
    }
  }

  async function addUncapturedRuns(
    task: TaskRow,
    order: MissedOrder,
    byDefault: boolean,
    missed: number[],
  ): Promise<void> {
    const found = await countUncapturedRuns(database.db, { ...task, connection: order.connection }, order.days)
    for (const { day, captures, count } of found) if (captures ?? capturesOf(task) ?? byDefault) missed[day]! += count
  }

  return async (order: MissedOrder): Promise<readonly number[]> => {
    const missed = new Array<number>(order.days.length - 1).fill(0)
    for (const task of await listTasksOfQuery(database.db, order.savedQuery)) {
      const byDefault = await order.capturesByDefault(task.ownerId)
      await addUncapturedRuns(task, order, byDefault, missed)
      if (capturesOf(task) ?? byDefault) await addUnfiredSlots(task, order, missed)
      // Counting takes time where the clocks change.
      await yieldToOthers()
    }
    return missed
  }
}

const latest = (one: Date, other: Date): Date => (one > other ? one : other)
const earliest = (one: Date, other: Date): Date => (one < other ? one : other)
