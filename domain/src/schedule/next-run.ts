import { countMatches, nextMatch } from './next-match.ts'
import { type Cron, parseCron } from './parse-cron.ts'
import type { Schedule } from './schedule.ts'
import { firstInstant, nextChange, offsetAt, wallTime } from './time-zone.ts'
import { DAY, MINUTE } from '../values/durations.ts'

/**
 * The first slot after an instant. Undefined only when there is none in the years a date can reach.
 *
 * Clock changes: an expression that runs in every hour (`*\/30 * * * *`) follows the clocks whenever they show a time,
 * in both passes of a repeated hour. Any other names times of day, and each occurs once: at its first occurrence, or at
 * the end of the gap when the clocks skip it. Slots that meet at the end of a gap are one.
 */
export function nextRun(schedule: Schedule, after: Date): Date | undefined {
  const next = slotsOf(schedule)(after.getTime())
  return next === undefined ? undefined : new Date(next)
}

/** The next slots after an instant, in order. */
export function nextRuns(schedule: Schedule, after: Date, count: number): Date[] {
  const next = slotsOf(schedule)
  const slots: Date[] = []
  for (let slot = next(after.getTime()); slot !== undefined && slots.length < count; slot = next(slot))
    slots.push(new Date(slot))
  return slots
}

/** The latest slot up to `now`; `from` must be a past slot. Fast however many lie between. */
export function latestSlot(schedule: Schedule, from: Date, now: Date): Date {
  const next = slotsOf(schedule)
  const end = now.getTime()
  const slotAfter = (instant: number): number | undefined => {
    const slot = next(instant)
    return slot !== undefined && slot <= end ? slot : undefined
  }
  let latest = from.getTime()
  /** No slot lies between here and the end. */
  let empty = end
  // Doubles a window back from the end until it has a slot, so it searches at most twice as far as needed.
  for (let window = MINUTE; end - window > latest; window *= 2) {
    const slot = slotAfter(end - window)
    if (slot === undefined) empty = end - window
    else latest = slot
  }
  while (empty - latest >= MINUTE) {
    const middle = Math.floor((latest + empty) / 2)
    const slot = slotAfter(middle)
    if (slot === undefined) empty = middle
    else latest = slot
  }
  return new Date(latest)
}

/** How many slots are in [from, until). Fast however many there are, but for the days on which the clocks change. */
export function countSlots(schedule: Schedule, from: Date, until: Date): number {
  const [start, end] = [from.getTime(), until.getTime()]
  if (end <= start) return 0
  if (schedule.type === 'interval') return slotsBefore(schedule, end) - slotsBefore(schedule, start)
  const { timezone } = schedule
  const offset = offsetAt(start, timezone)
  const change = nextChange(start, end, offset, timezone)
  if (change === undefined) return countMatches(cronOf(schedule), start + offset, end + offset)
  // A slot may be moved across the change by less than a day.
  const [before, after] = [Math.max(start, change - DAY), Math.min(end, change + DAY)]
  const next = slotsOf(schedule)
  let around = 0
  for (let slot = next(before - 1); slot !== undefined && slot < after; slot = next(slot)) around++
  return countSlots(schedule, from, new Date(before)) + around + countSlots(schedule, new Date(after), until)
}

/** The number of whole intervals that have passed. */
const slotsBefore = ({ minutes, anchor }: Extract<Schedule, { type: 'interval' }>, instant: number): number =>
  Math.max(0, Math.ceil((instant - anchor.getTime()) / (minutes * MINUTE)) - 1)

type NextSlot = (after: number) => number | undefined

function slotsOf(schedule: Schedule): NextSlot {
  if (schedule.type === 'interval') {
    const step = schedule.minutes * MINUTE
    const anchor = schedule.anchor.getTime()
    return (after) => anchor + Math.max(1, Math.floor((after - anchor) / step) + 1) * step
  }
  const cron = cronOf(schedule)
  const { timezone } = schedule
  return cron.hours.length === 24
    ? (after) => nextTick(cron, timezone, after)
    : (after) => nextTime(cron, timezone, after)
}

function cronOf({ expression }: Extract<Schedule, { type: 'cron' }>): Cron {
  const parsed = parseCron(expression)
  if (!parsed.ok) throw new Error(`unusable schedule ${expression}: ${parsed.fault}`)
  return parsed.value
}

/** The next time of day that a cron expression names. */
function nextTime(cron: Cron, timezone: string, after: number): number | undefined {
  // Wall times map to instants in order, so no time before the current wall time can still be ahead.
  for (let wall = nextMatch(cron, wallTime(after, timezone)); wall !== undefined; wall = nextMatch(cron, wall)) {
    const instant = firstInstant(wall, timezone)
    if (instant > after) return instant
  }
  return undefined
}

/** The next instant at which the clocks show a time that matches an every-hour expression. */
function nextTick(cron: Cron, timezone: string, after: number): number | undefined {
  let from = after
  let offset = offsetAt(after, timezone)
  for (;;) {
    const wall = nextMatch(cron, from + offset)
    if (wall === undefined) return undefined
    const change = nextChange(from, wall - offset, offset, timezone)
    if (change === undefined) return wall - offset
    // The clocks change before that: search again from the change, inclusive.
    from = change - 1
    offset = offsetAt(change, timezone)
  }
}
