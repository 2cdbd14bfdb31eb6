import { checkCron } from '@heddle/domain/schedule/check-cron.ts'
import { nextRuns } from '@heddle/domain/schedule/next-run.ts'
import type { Schedule } from '@heddle/domain/schedule/schedule.ts'
import { isTimeZone } from '@heddle/domain/schedule/time-zone.ts'
import { offsetOf } from '../../lib/time/time-zones.ts'

const MOST_SLOTS = 5
const MINUTE = 60_000
const LONGEST_INTERVAL_MINUTES = 525_600

/** When a schedule runs, as it is typed. */
export type Timing = {
  readonly type: 'cron' | 'interval'
  readonly cron: string
  readonly minutes: string
  readonly timezone: string
}

export type Slot = {
  readonly at: Date
  /** The clocks of the zone changed since the slot before, or since now. */
  readonly change?: { readonly from: string; readonly to: string }
}

/** What is wrong with the expression; undefined while it is empty or right. */
export const cronFault = ({ type, cron }: Timing): string | undefined =>
  type === 'cron' && cron.trim() !== '' ? checkCron(cron) : undefined

/** The next slots by the rules of the server; none while the timing cannot be used. Intervals count from the anchor. */
export function nextSlots(timing: Timing, now: Date, anchor: Date = now): readonly Slot[] {
  const schedule = scheduleOf(timing, anchor)
  if (!schedule) return []
  let before = offsetOf(timing.timezone, now.getTime())
  return nextRuns(schedule, now, MOST_SLOTS).map((at) => {
    const from = before
    const to = offsetOf(timing.timezone, at.getTime())
    before = to
    return from === to ? { at } : { at, change: { from, to } }
  })
}

function scheduleOf({ type, cron, minutes, timezone }: Timing, anchor: Date): Schedule | undefined {
  if (!isTimeZone(timezone)) return undefined
  if (type === 'cron') {
    return checkCron(cron) === undefined ? { type, expression: cron, timezone } : undefined
  }
  const every = Number(minutes)
  const isUsable = Number.isInteger(every) && every >= 1 && every <= LONGEST_INTERVAL_MINUTES
  return isUsable ? { type, minutes: every, anchor } : undefined
}

/** The instant that the intervals of a task count from, modulo its interval. */
export function anchorOf(nextRunAt: string | null, minutes: number | null): Date | undefined {
  return nextRunAt === null || minutes === null ? undefined : new Date(Date.parse(nextRunAt) - minutes * MINUTE)
}
