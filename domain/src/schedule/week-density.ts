import { DAY, HOUR, MINUTE } from '../values/durations.ts'
import { isDay } from './next-match.ts'
import { type Cron, parseCron } from './parse-cron.ts'
import { countSlots } from './next-run.ts'
import type { Schedule } from './schedule.ts'
import { firstInstant, offsetAt, wallTime } from './time-zone.ts'

/** A schedule, and how many tasks have it. */
export type Weighted = { readonly schedule: Schedule; readonly tasks: number }

/** A day on the clocks of a zone, with the number of firings in each of its 24 hours. */
export type DensityDay = { readonly date: string; readonly hours: readonly number[] }

const WEEK_DAYS = 7

/**
 * How many firings are due in each hour of seven days, from the day of an instant on, as the clocks of a zone show
 * them. The time it takes does not grow with the number of slots. In an hour that the clocks of a schedule skip or
 * repeat, its slots count as those clocks show them: never, or twice.
 */
export function weekDensity(schedules: readonly Weighted[], now: Date, timezone: string): DensityDay[] {
  const first = Math.floor(wallTime(now.getTime(), timezone) / DAY) * DAY
  const [from, until] = [firstInstant(first, timezone), firstInstant(first + WEEK_DAYS * DAY, timezone)]
  const starts = Array.from({ length: Math.ceil((until - from) / HOUR) }, (_, hour) => from + hour * HOUR)
  const days = Array.from({ length: WEEK_DAYS }, (_, day) => ({
    date: new Date(first + day * DAY).toISOString().slice(0, 10),
    hours: Array.from({ length: 24 }, () => 0),
  }))
  const counts = countPerHour(schedules, starts)
  for (const [place, start] of starts.entries()) {
    const wall = start + offsetAt(start, timezone) - first
    const hours = days[Math.floor(wall / DAY)]?.hours
    if (hours) hours[Math.floor((wall % DAY) / HOUR)]! += counts[place]!
  }
  return days
}

function countPerHour(schedules: readonly Weighted[], starts: readonly number[]): number[] {
  const counts = starts.map(() => 0)
  const offsets = new Map<string, readonly number[]>()
  for (const { schedule, tasks } of schedules) {
    const slots = slotsIn(schedule, starts, offsets)
    for (const [place, start] of starts.entries()) counts[place]! += slots(start, place) * tasks
  }
  return counts
}

/** Reading the clocks of a zone takes longer than all else, so each zone is read once for all its schedules. */
function slotsIn(
  schedule: Schedule,
  starts: readonly number[],
  offsets: Map<string, readonly number[]>,
): (start: number, place: number) => number {
  if (schedule.type === 'interval') return (start) => countSlots(schedule, new Date(start), new Date(start + HOUR))
  const parsed = parseCron(schedule.expression)
  if (!parsed.ok) return () => 0
  const { timezone } = schedule
  const ofZone = offsets.get(timezone) ?? starts.map((start) => offsetAt(start, timezone))
  offsets.set(timezone, ofZone)
  const inHour = hourCounter(parsed.value)
  return (start, place) => inHour(start + ofZone[place]!)
}

/** Counts the wall times of an hour that begins anywhere: zones differ by half hours, too. */
function hourCounter(cron: Cron): (wall: number) => number {
  const isHour = Array.from({ length: 24 }, (_, hour) => cron.hours.includes(hour))
  let known = { day: -1, isOurs: false }
  const isOnDay = (day: number): boolean => {
    if (known.day !== day) known = { day, isOurs: isDay(cron, new Date(day * DAY)) }
    return known.isOurs
  }
  const isDue = (wall: number): boolean => isHour[Math.floor((wall % DAY) / HOUR)]! && isOnDay(Math.floor(wall / DAY))
  return (wall) => {
    const minute = Math.floor((wall % HOUR) / MINUTE)
    if (minute === 0) return isDue(wall) ? cron.minutes.length : 0
    const later = cron.minutes.filter((one) => one >= minute).length
    return (isDue(wall) ? later : 0) + (isDue(wall + HOUR) ? cron.minutes.length - later : 0)
  }
}
