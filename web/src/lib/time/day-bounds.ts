import { offsetOf } from './time-zones.ts'

/** When a day begins and ends in a zone, as instants: `2026-11-22T00:00:00+01:00`, and the last millisecond. */
export function dayBounds(date: string, timeZone: string): { readonly from: string; readonly to: string } {
  const from = startOf(date, timeZone)
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
  return { from, to: new Date(Date.parse(startOf(next, timeZone)) - 1).toISOString() }
}

const DAY_MS = 86_400_000

/** Around a change of the clocks, the offset of the zone is not yet that of midnight: it is looked up again there. */
function startOf(date: string, timeZone: string): string {
  const at = (offset: string) => `${date}T00:00:00${offset}`
  const guess = at(offsetAt(Date.parse(`${date}T00:00:00Z`), timeZone))
  return at(offsetAt(Date.parse(guess), timeZone))
}

const offsetAt = (instant: number, timeZone: string): string => offsetOf(timeZone, instant).replace('UTC', '')
