import type { Cron } from './parse-cron.ts'
import { DAY, HOUR, MINUTE } from '../values/durations.ts'

// 29 February can be eight years away, across a century year without one.
const FURTHEST = 9 * 366

/** The first wall time after another that a cron expression allows. */
export function nextMatch(cron: Cron, after: number): number | undefined {
  const from = Math.floor(after / MINUTE) * MINUTE + MINUTE
  let day = Math.floor(from / DAY) * DAY
  for (let looked = 0; looked < FURTHEST; looked++, day += DAY) {
    if (!isDay(cron, new Date(day))) continue
    const time = nextTimeOfDay(cron, Math.max(0, from - day))
    if (time !== undefined) return day + time
  }
  return undefined
}

/** How many wall times in [from, until) a cron expression allows. Fast however many there are. */
export function countMatches(cron: Cron, from: number, until: number): number {
  const each = cron.hours.length * cron.minutes.length
  let count = 0
  for (let day = Math.floor(from / DAY) * DAY; day < until; day += DAY) {
    if (!isDay(cron, new Date(day))) continue
    const isWhole = day >= from && day + DAY <= until
    count += isWhole ? each : timesOfDay(cron).filter((time) => day + time >= from && day + time < until).length
  }
  return count
}

const timesOfDay = ({ hours, minutes }: Cron): number[] =>
  hours.flatMap((hour) => minutes.map((minute) => hour * HOUR + minute * MINUTE))

/** When both date and weekday are restricted, matching either is enough. */
export function isDay(cron: Cron, date: Date): boolean {
  if (!cron.months.has(date.getUTCMonth() + 1)) return false
  const byDate = cron.days.has(date.getUTCDate())
  const byWeekday = cron.weekdays.has(date.getUTCDay())
  return cron.anyDay || cron.anyWeekday ? byDate && byWeekday : byDate || byWeekday
}

function nextTimeOfDay({ hours, minutes }: Cron, from: number): number | undefined {
  for (const hour of hours) {
    if (hour * HOUR + HOUR <= from) continue
    for (const minute of minutes) {
      const time = hour * HOUR + minute * MINUTE
      if (time >= from) return time
    }
  }
  return undefined
}
