import { describe, expect, it } from 'vitest'
import { latestSlot, nextRun, nextRuns } from './next-run.ts'
import type { Schedule } from './schedule.ts'

const cron = (expression: string, timezone = 'UTC'): Schedule => ({ type: 'cron', expression, timezone })
const every = (minutes: number, anchor: string): Schedule => ({ type: 'interval', minutes, anchor: new Date(anchor) })
const minutesOf = (dates: readonly (Date | undefined)[]) => dates.map((date) => date?.toISOString().slice(0, 16))

describe('the next runs of a cron expression', () => {
  it.each([
    ['* * * * *', '2026-01-01T00:00', ['2026-01-01T00:01', '2026-01-01T00:02']],
    ['*/25 * * * *', '2026-01-01T00:00', ['2026-01-01T00:25', '2026-01-01T00:50', '2026-01-01T01:00']],
    ['10-30/10 22-23 * * *', '2026-01-01T22:25', ['2026-01-01T22:30', '2026-01-01T23:10', '2026-01-01T23:20', '2026-01-01T23:30', '2026-01-02T22:10']],
    ['0 8 * * MON', '2026-01-01T00:00', ['2026-01-05T08:00', '2026-01-12T08:00']],
    ['0 8 * * 7', '2026-01-01T00:00', ['2026-01-04T08:00', '2026-01-11T08:00']],
    ['0 8 * * 0', '2026-01-01T00:00', ['2026-01-04T08:00', '2026-01-11T08:00']],
    ['0 8 * * FRI-SUN/2', '2026-01-01T00:00', ['2026-01-02T08:00', '2026-01-04T08:00', '2026-01-09T08:00']],
    ['0 8 * * */7', '2026-01-01T00:00', ['2026-01-04T08:00', '2026-01-11T08:00']],
    ['0 8 13 * FRI', '2026-01-01T00:00', ['2026-01-02T08:00', '2026-01-09T08:00', '2026-01-13T08:00', '2026-01-16T08:00']],
    ['0 8 13 FEB,mar *', '2026-01-01T00:00', ['2026-02-13T08:00', '2026-03-13T08:00', '2027-02-13T08:00']],
    ['0 0 31 * *', '2026-01-31T00:00', ['2026-03-31T00:00', '2026-05-31T00:00']],
    ['0 0 29 2 *', '2096-02-29T00:00', ['2104-02-29T00:00', '2108-02-29T00:00']],
    ['59 23 31 12 *', '2026-12-31T23:59', ['2027-12-31T23:59']],
  ])('follow the fields: %s after %s', (expression, after, expected) => {
    expect(minutesOf(nextRuns(cron(expression), new Date(`${after}Z`), expected.length))).toEqual(expected)
  }) // prettier-ignore

  it('are strictly after the instant, to the millisecond', () => {
    expect(nextRun(cron('* * * * *'), new Date('2026-01-01T00:00:59.999Z'))).toEqual(
      new Date('2026-01-01T00:01:00.000Z'),
    )
    expect(nextRun(cron('* * * * *'), new Date('2026-01-01T00:01:00.000Z'))).toEqual(
      new Date('2026-01-01T00:02:00.000Z'),
    )
  })

  it('are an empty list for a count of zero', () => {
    expect(nextRuns(cron('* * * * *'), new Date(), 0)).toEqual([])
  })
})

describe('the next runs around a clock change', () => {
  it.each([
    ['a time that does not exist runs at the end of the gap', '30 2 * * *', 'Europe/Warsaw', '2026-03-28T12:00', ['2026-03-29T01:00', '2026-03-30T00:30']],
    ['a time that occurs twice runs at its first occurrence', '30 2 * * *', 'Europe/Warsaw', '2026-10-24T12:00', ['2026-10-25T00:30', '2026-10-26T01:30']],
    ['half hours lose nothing in spring', '*/30 * * * *', 'Europe/Warsaw', '2026-03-29T00:00', ['2026-03-29T00:30', '2026-03-29T01:00', '2026-03-29T01:30']],
    ['half hours lose nothing in autumn', '*/30 * * * *', 'Europe/Warsaw', '2026-10-25T00:00', ['2026-10-25T00:30', '2026-10-25T01:00', '2026-10-25T01:30', '2026-10-25T02:00']],
    ['an hourly run stays hourly', '15 * * * *', 'Europe/Warsaw', '2026-10-25T00:00', ['2026-10-25T00:15', '2026-10-25T01:15', '2026-10-25T02:15']],
    ['all hours listed are every hour', '15 0-23 * * *', 'Europe/Warsaw', '2026-03-29T00:00', ['2026-03-29T00:15', '2026-03-29T01:15']],
    ['slots that meet at the end of the gap are one', '0,30 2,3 * * *', 'Europe/Warsaw', '2026-03-28T12:00', ['2026-03-29T01:00', '2026-03-29T01:30', '2026-03-30T00:00']],
    ['skipped quarters of an hour run once at the end of the gap', '*/15 2 * * *', 'Europe/Warsaw', '2026-03-28T12:00', ['2026-03-29T01:00', '2026-03-30T00:00']],
    ['a start within the second pass', '30 2 * * *', 'Europe/Warsaw', '2026-10-25T01:10', ['2026-10-26T01:30']],
    ['a gap of half an hour', '15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00', ['2026-10-03T15:30', '2026-10-04T15:15']],
    ['half an hour that occurs twice', '45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T00:00', ['2026-04-04T14:45', '2026-04-05T15:15']],
    ['half hours where the change is half an hour', '*/30 * * * *', 'Australia/Lord_Howe', '2026-04-04T14:00', ['2026-04-04T14:30', '2026-04-04T15:00', '2026-04-04T15:30']],
    ['a gap of two hours', '30 1 * * *', 'Antarctica/Troll', '2026-03-28T12:00', ['2026-03-29T01:00', '2026-03-29T23:30']],
    ['a gap at midnight', '0 0 * * *', 'Africa/Cairo', '2026-04-23T00:00', ['2026-04-23T22:00', '2026-04-24T21:00']],
    ['a weekday that begins with a gap', '30 0 * * FRI', 'Africa/Cairo', '2026-04-23T00:00', ['2026-04-23T22:00', '2026-04-30T21:30']],
    ['a repeated last hour of a date', '30 * 29 10 *', 'Africa/Cairo', '2026-10-29T20:29', ['2026-10-29T20:30', '2026-10-29T21:30', '2027-10-28T22:30']],
    ['a skipped day', '0 12 * * *', 'Pacific/Apia', '2011-12-29T00:00', ['2011-12-29T22:00', '2011-12-30T10:00', '2011-12-30T22:00']],
    ['a skipped day, every hour', '0 * * * *', 'Pacific/Apia', '2011-12-30T08:00', ['2011-12-30T09:00', '2011-12-30T10:00', '2011-12-30T11:00']],
    ['a zone that moves for good', '30 * * * *', 'America/Caracas', '2016-05-01T06:00', ['2016-05-01T07:30', '2016-05-01T08:30']],
  ])('follow the rule: %s: %s in %s', (_title, expression, timezone, after, expected) => {
    expect(minutesOf(nextRuns(cron(expression, timezone), new Date(`${after}Z`), expected.length))).toEqual(expected)
  }) // prettier-ignore
})

describe('the next runs of an interval', () => {
  const schedule = every(90, '2026-03-28T23:17:12.345Z')

  it('are whole intervals after the anchor, regardless of clock changes', () => {
    expect(nextRuns(schedule, new Date('2026-03-29T00:00:00Z'), 3).map((slot) => slot.toISOString())).toEqual([
      '2026-03-29T00:47:12.345Z',
      '2026-03-29T02:17:12.345Z',
      '2026-03-29T03:47:12.345Z',
    ])
  })

  it.each([
    ['2026-03-28T23:17:12.345Z', '2026-03-29T00:47:12.345Z'],
    ['2020-01-01T00:00:00.000Z', '2026-03-29T00:47:12.345Z'],
    ['2026-03-29T00:47:12.344Z', '2026-03-29T00:47:12.345Z'],
    ['2026-03-29T00:47:12.345Z', '2026-03-29T02:17:12.345Z'],
  ])('start one interval after the anchor: after %s comes %s', (after, expected) => {
    expect(nextRun(schedule, new Date(after))?.toISOString()).toBe(expected)
  })
})

describe('latestSlot', () => {
  it.each([
    ['the only one', cron('0 8 * * *'), '2026-01-01T08:00', '2026-01-01T09:00', '2026-01-01T08:00'],
    ['now itself', cron('* * * * *'), '2026-01-01T08:00', '2026-01-01T08:01', '2026-01-01T08:01'],
    ['after years of minutely slots', cron('* * * * *'), '2016-01-01T08:00', '2026-07-01T09:31', '2026-07-01T09:31'],
    ['after years of yearly slots', cron('0 0 1 1 *'), '2016-01-01T00:00', '2026-07-01T09:31', '2026-01-01T00:00'],
    ['after a long gap in the expression', cron('* 0-11 1 1 *'), '2016-01-01T00:00', '2026-07-01T09:31', '2026-01-01T11:59'],
    ['where an hour occurs twice', cron('30 2 * * *', 'Europe/Warsaw'), '2026-10-24T00:30', '2026-10-25T01:45', '2026-10-25T00:30'],
    ['of an interval', every(7, '2026-01-01T00:00Z'), '2026-01-01T00:07', '2026-01-01T00:30', '2026-01-01T00:28'],
    ['of a minutely interval, after years', every(1, '2016-01-01T00:00Z'), '2016-01-01T00:01', '2026-01-01T00:30', '2026-01-01T00:30'],
  ])('finds the latest slot: %s', (_title, schedule, from, now, expected) => {
    expect(minutesOf([latestSlot(schedule, new Date(`${from}Z`), new Date(`${now}Z`))])).toEqual([expected])
  }) // prettier-ignore
})
