import { offsetOf } from './time-zones.ts'

/** When a day begins and ends in a zone, as instants: `2026-11-22T00:00:00+01:00`, and the last millisecond. */
export function dayBounds(date: string, timeZone: string): { readonly from: string; readonly to: string } {
  const from = startOf(date, timeZone)
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
  return { from, to: new Date(Date.parse(startOf(next, timeZone)) - 1).toISOString() }
}

const DAY_MS = 86_400_000

const startOf = (date: string, timeZone: string): string => instantIn(`${date}T00:00:00`, timeZone)

/**
 * When clocks in a zone show `2026-11-22T06:30:00`, with the offset then. Around a change of the clocks, the offset of
 * the zone is not yet that of this time: it is looked up again there.
 */
export function instantIn(local: string, timeZone: string): string {
  const guess = `${local}${offsetAt(Date.parse(`${local}Z`), timeZone)}`
  return `${local}${offsetAt(Date.parse(guess), timeZone)}`
}

const offsetAt = (instant: number, timeZone: string): string => offsetOf(timeZone, instant).replace('UTC', '')
