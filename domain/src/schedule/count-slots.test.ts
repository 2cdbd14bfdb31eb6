import { describe, expect, it } from 'vitest'
import { countSlots, nextRuns } from './next-run.ts'
import type { Schedule } from './schedule.ts'
import { DAY } from '../values/durations.ts'

const at = (text: string) => new Date(text)
const cron = (expression: string, timezone = 'UTC'): Schedule => ({ type: 'cron', expression, timezone })
const every = (minutes: number): Schedule => ({ type: 'interval', minutes, anchor: at('2026-03-01T00:10:00Z') })

describe('countSlots', () => {
  it.each<[string, Schedule, string, string, number]>([
    ['a slot at the start counts', cron('0 6 * * *'), '2026-03-02T06:00:00Z', '2026-03-02T06:00:01Z', 1],
    ['a slot at the end does not', cron('0 6 * * *'), '2026-03-02T05:00:00Z', '2026-03-02T06:00:00Z', 0],
    ['nothing in nothing', cron('* * * * *'), '2026-03-02T06:00:00Z', '2026-03-02T06:00:00Z', 0],
    [
      'whole days and parts of days',
      cron('*/5 * * * *'),
      '2026-03-02T23:52:00Z',
      '2026-03-05T00:11:00Z',
      1 + 2 * 288 + 3,
    ],
    ['only days that match', cron('30 6 * * mon-fri'), '2026-03-02T00:00:00Z', '2026-03-09T00:00:00Z', 5],
    ['a year of every minute', cron('* * * * *'), '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z', 525_600],
    ['an interval from its anchor on', every(30), '2026-02-01T00:00:00Z', '2026-03-01T01:10:00Z', 1],
    ['an interval at its slots', every(30), '2026-03-01T00:40:00Z', '2026-03-01T01:40:00Z', 2],
  ])('%s', (_, schedule, from, until, count) => {
    expect(countSlots(schedule, at(from), at(until))).toBe(count)
  })

  it.each([
    ['0 2 * * *', 'Europe/Warsaw'],
    ['30 2 * * *', 'Europe/Warsaw'],
    ['*/20 * * * *', 'Europe/Warsaw'],
    ['*/20 0-3 * * *', 'Australia/Lord_Howe'],
    ['15 23 * * 6,0', 'America/New_York'],
  ])('agrees with the slots one by one across clock changes: %s in %s', (expression, timezone) => {
    const schedule = cron(expression, timezone)
    const daysFrom = (text: string) => Array.from({ length: 7 }, (_, day) => Date.parse(text) + day * DAY)

    for (const day of [...daysFrom('2026-03-26T05:00:00Z'), ...daysFrom('2026-10-22T05:00:00Z')]) {
      const [from, until] = [new Date(day), new Date(day + DAY)]
      const listed = nextRuns(schedule, new Date(day - 1), 80).filter((slot) => slot < until).length
      expect([from, countSlots(schedule, from, until)]).toEqual([from, listed])
    }
  })
})
