import { describe, expect, it } from 'vitest'
import { HOUR } from '../values/durations.ts'
import { countSlots } from './next-run.ts'
import type { Schedule } from './schedule.ts'
import { firstInstant } from './time-zone.ts'
import { weekDensity } from './week-density.ts'

const at = (text: string) => new Date(text)
const cron = (expression: string, timezone = 'UTC'): Schedule => ({ type: 'cron', expression, timezone })
const one = (schedule: Schedule) => [{ schedule, tasks: 1 }]

describe('the density of a week', () => {
  it('starts with the day of the zone, and adds up the tasks of a schedule', () => {
    const schedules = [
      { schedule: cron('30 6 * * mon-fri', 'Europe/Warsaw'), tasks: 3 },
      { schedule: cron('0 6 * * *', 'Europe/Warsaw'), tasks: 1 },
    ]

    const days = weekDensity(schedules, at('2026-11-27T23:30:00Z'), 'Europe/Warsaw')

    expect(days.map(({ date, hours }) => [date, hours[6]])).toEqual([
      ['2026-11-28', 1],
      ['2026-11-29', 1],
      ['2026-11-30', 4],
      ['2026-12-01', 4],
      ['2026-12-02', 4],
      ['2026-12-03', 4],
      ['2026-12-04', 4],
    ])
    expect(days.flatMap(({ hours }) => hours).reduce((sum, count) => sum + count)).toBe(22)
  })

  it.each<[string, Schedule, string]>([
    ['every minute', cron('* * * * *'), 'UTC'],
    ['an hour of another zone', cron('15 3 * * 1', 'America/New_York'), 'Europe/Warsaw'],
    ['a zone of half hours', cron('0,20,40 9-17 * * *', 'Asia/Kolkata'), 'Europe/Berlin'],
    ['seen from a zone of quarters', cron('*/7 * 28 * *', 'Europe/Berlin'), 'Asia/Kathmandu'],
    ['an interval', { type: 'interval', minutes: 25, anchor: at('2026-11-20T00:07:00Z') }, 'Asia/Kolkata'],
  ])('has the slots of each hour: %s', (_, schedule, zone) => {
    const days = weekDensity(one(schedule), at('2026-11-27T12:00:00Z'), zone)

    for (const { date, hours } of days) {
      for (const [hour, count] of hours.entries()) {
        const start = firstInstant(Date.parse(`${date}T00:00:00Z`) + hour * HOUR, zone)
        expect([date, hour, count]).toEqual([date, hour, countSlots(schedule, new Date(start), new Date(start + HOUR))])
      }
    }
  })

  it('shows a repeated hour once with both passes, and a skipped one empty', () => {
    const everyQuarter = one(cron('*/15 * * * *', 'UTC'))

    const autumn = weekDensity(everyQuarter, at('2026-10-25T12:00:00Z'), 'Europe/Warsaw')[0]!
    const spring = weekDensity(everyQuarter, at('2026-03-29T12:00:00Z'), 'Europe/Warsaw')[0]!

    expect([autumn.hours[1], autumn.hours[2], autumn.hours[3]]).toEqual([4, 8, 4])
    expect([spring.hours[1], spring.hours[2], spring.hours[3]]).toEqual([4, 0, 4])
  })

  it('of thousands of schedules is there at once', () => {
    const schedules = Array.from({ length: 5_000 }, (_, n) => ({
      schedule: cron(`${n % 60} * * * *`, ['Europe/Warsaw', 'Asia/Kolkata', 'UTC'][n % 3]),
      tasks: 1,
    }))
    const before = process.cpuUsage()

    const days = weekDensity(schedules, at('2026-10-22T12:00:00Z'), 'Europe/Warsaw')

    expect(days.flatMap(({ hours }) => hours).reduce((sum, count) => sum + count)).toBe(5_000 * 169)
    // Of the processor, as a busy machine says nothing about this.
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
  })
})
