import { DAY } from '../values/durations.ts'

const LONGEST_NAME = 64

/**
 * Whether a name is an IANA time zone, including links such as `US/Pacific`. Offsets such as `+01:00` are not zones.
 */
export function isTimeZone(name: string): boolean {
  if (name.length > LONGEST_NAME || /^[+-]/.test(name)) return false
  try {
    clockOf(name)
    return true
  } catch {
    return false
  }
}

/**
 * What the clocks of a zone show at an instant, as milliseconds that read correctly in UTC: 14:30 in Warsaw is the
 * number that is 14:30 in UTC. Such wall times are compared and counted like instants, but belong to no zone.
 */
export function wallTime(instant: number, timezone: string): number {
  const [month, day, year, hour, minute, second] = clockOf(timezone).format(instant).split(/\D+/).map(Number)
  const wholeSeconds = Date.UTC(year!, month! - 1, day, hour, minute, second)
  return wholeSeconds + (((instant % 1_000) + 1_000) % 1_000)
}

/** Milliseconds by which the clocks of a zone are ahead of UTC at an instant. */
export function offsetAt(instant: number, timezone: string): number {
  return wallTime(instant, timezone) - instant
}

/**
 * The first instant in (from, until] at which the clocks have left the offset in effect just after `from`, if they do.
 */
export function nextChange(from: number, until: number, offset: number, timezone: string): number | undefined {
  const hasChanged = (instant: number): boolean => offsetAt(instant, timezone) !== offset
  // Clocks never change and change back within a day, so checking each day finds every change.
  for (let known = from; known < until; known += DAY) {
    const next = Math.min(known + DAY, until)
    if (hasChanged(next)) return bisect(known, next, hasChanged)
  }
  return undefined
}

/** The first instant at which the clocks of a zone show a wall time, or the end of the gap when they never show it. */
export function firstInstant(wall: number, timezone: string): number {
  const before = offsetAt(wall - DAY, timezone)
  if (offsetAt(wall - before, timezone) === before) return wall - before
  const after = offsetAt(wall + DAY, timezone)
  if (offsetAt(wall - after, timezone) === after) return wall - after
  return nextChange(wall - DAY, wall + DAY, before, timezone) ?? wall - after
}

/** The first whole millisecond in (low, high] at which a condition holds, given that it holds from there on. */
function bisect(low: number, high: number, holds: (instant: number) => boolean): number {
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle
  }
  return high
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Throws when there is no such zone. Cached, because creating one takes longer than a hundred readings. */
function clockOf(timezone: string): Intl.DateTimeFormat {
  // Names are case-insensitive; one entry for all spellings keeps the cache as small as the list of zones.
  const key = timezone.toLowerCase()
  let clock = clocks.get(key)
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    clocks.set(key, clock)
  }
  return clock
}
