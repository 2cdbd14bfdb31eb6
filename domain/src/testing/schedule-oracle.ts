import { DAY, MINUTE } from '../values/durations.ts'

/**
 * The slots of a schedule, found by checking the wall clock at every minute. Shares nothing with the rules: zones are
 * read through another part of `Intl`, and expressions are plain predicates.
 */

export type WallClock = {
  readonly minute: number
  readonly hour: number
  readonly day: number
  readonly month: number
  /** 0 is Sunday. */
  readonly weekday: number
}

export type Rule = {
  readonly expression: string
  readonly matches: (clock: WallClock) => boolean
  /** Runs in every hour, so it follows what the clocks show, in both passes of a repeated hour. */
  readonly everyHour?: boolean
}

/** Zones whose clocks always show the same time. */
export type ZoneClass = {
  readonly zones: readonly string[]
  readonly offset: number
  readonly changes: readonly { readonly at: number; readonly offset: number }[]
}

/** All zones this platform knows, including UTC, grouped by what their clocks show between two instants. */
export function classifyZones(start: number, end: number): ZoneClass[] {
  const classes = new Map<string, ZoneClass>()
  for (const zone of new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])) {
    const { offset, changes } = readZone(zone, start, end)
    const key = JSON.stringify([offset, changes])
    classes.set(key, { zones: [...(classes.get(key)?.zones ?? []), zone], offset, changes })
  }
  return [...classes.values()]
}

/** One minute of real time: what the clocks show, and what they reach for the first time. */
export type Minute = {
  readonly instant: number
  readonly shows: WallClock
  /** Empty in a second pass, several where the clocks go forward. */
  readonly reaches: readonly WallClock[]
}

/** The minutes in (start, end]. */
export function walk(zone: ZoneClass, start: number, end: number): Minute[] {
  const minutes: Minute[] = []
  // Starts a day early, so that a second pass is recognized.
  let highest = wallAt(zone, start - DAY)
  for (let instant = start - DAY + MINUTE; instant <= end; instant += MINUTE) {
    const wall = wallAt(zone, instant)
    const reaches: WallClock[] = []
    for (; highest < wall; highest += MINUTE) reaches.push(read(highest + MINUTE))
    if (instant > start) minutes.push({ instant, shows: read(wall), reaches })
  }
  return minutes
}

/** The minutes that are slots of a rule. */
export function slotsAmong(minutes: readonly Minute[], { everyHour, matches }: Rule): number[] {
  return minutes
    .filter(({ shows, reaches }) => (everyHour ? matches(shows) : reaches.some(matches)))
    .map(({ instant }) => instant)
}

/** What the clocks show at an instant, as milliseconds that read right in UTC. */
export function wallAt(zone: ZoneClass, instant: number): number {
  const { offset } = zone.changes.findLast(({ at }) => at <= instant) ?? zone
  return instant + offset
}

function read(wall: number): WallClock {
  const date = new Date(wall)
  return {
    minute: date.getUTCMinutes(),
    hour: date.getUTCHours(),
    day: date.getUTCDate(),
    month: date.getUTCMonth() + 1,
    weekday: date.getUTCDay(),
  }
}

/** Reads the offset after `GMT` in its long form once per day, and searches for the minute where it changes. */
export function readZone(zone: string, start: number, end: number): ZoneClass {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset', hour: 'numeric' })
  const offsetAt = (instant: number): number => {
    const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?$/.exec(format.format(instant)) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE
  }
  const changes: { at: number; offset: number }[] = []
  let offset = offsetAt(start)
  for (let day = start; day < end; day += DAY) {
    const next = offsetAt(day + DAY)
    if (next === offset) continue
    let at = day
    while (offsetAt(at) === offset) at += MINUTE
    changes.push({ at, offset: next })
    offset = next
  }
  return { zones: [zone], offset: offsetAt(start), changes }
}
