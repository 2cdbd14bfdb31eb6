import type { Wire } from '../../lib/api/wire.ts'

type Days = Wire.ScheduleDensity['days']

export type Busiest = { readonly date: string; readonly hour: number; readonly count: number }

/** The hour with the most firings, the first of several; undefined when nothing fires. */
export function busiestHour(days: Days): Busiest | undefined {
  let busiest: Busiest | undefined
  for (const { date, hours } of days)
    for (const [hour, count] of hours.entries()) if (count > (busiest?.count ?? 0)) busiest = { date, hour, count }
  return busiest
}

const LEVELS = 4

/** How dark an hour is, from 0 for none to 4 for as many as in the busiest hour. */
export const levelOf = (count: number, most: number): number =>
  count === 0 ? 0 : Math.max(1, Math.ceil((count / most) * LEVELS))
