import { describe, expect, it } from 'vitest'
import { firstInstant, isTimeZone, nextChange, offsetAt, wallTime } from './time-zone.ts'
import { HOUR } from '../values/durations.ts'

describe('isTimeZone', () => {
  it.each(['UTC', 'Europe/Warsaw', 'europe/warsaw', 'US/Pacific', 'Etc/GMT+5', 'CET'])('accepts %s', (name) => {
    expect(isTimeZone(name)).toBe(true)
  })

  it.each([
    '',
    ' ',
    'Warsaw',
    'Mars/Base',
    '+01:00',
    '-0500',
    'GMT+5',
    'Europe/Warsaw ',
    'Europe/Warsaw\0',
    'x'.repeat(100_000),
  ])('rejects %j', (name) => {
    expect(isTimeZone(name)).toBe(false)
  })
})

describe('wallTime', () => {
  it.each([
    ['2026-07-01T12:34:56.789Z', 'UTC', '2026-07-01T12:34:56.789Z'],
    ['2026-07-01T12:34:56.789Z', 'Europe/Warsaw', '2026-07-01T14:34:56.789Z'],
    ['2026-01-01T00:00:00.000Z', 'America/New_York', '2025-12-31T19:00:00.000Z'],
    ['2026-01-01T00:00:00.000Z', 'Asia/Kathmandu', '2026-01-01T05:45:00.000Z'],
    ['1969-12-31T23:59:59.500Z', 'UTC', '1969-12-31T23:59:59.500Z'],
  ])('shows %s in %s as %s', (instant, timezone, shown) => {
    expect(new Date(wallTime(Date.parse(instant), timezone)).toISOString()).toBe(shown)
  })
})

describe('firstInstant', () => {
  it.each([
    ['once', '2026-07-01T14:00:00Z', 'Europe/Warsaw', '2026-07-01T12:00:00.000Z'],
    ['twice, at its first occurrence', '2026-10-25T02:30:00Z', 'Europe/Warsaw', '2026-10-25T00:30:00.000Z'],
    ['never, at the end of the gap', '2026-03-29T02:30:00Z', 'Europe/Warsaw', '2026-03-29T01:00:00.000Z'],
    ['in a gap of half an hour', '2026-10-04T02:15:00Z', 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
    ['in a gap at midnight', '2026-04-24T00:30:00Z', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    ['on a skipped day', '2011-12-30T12:00:00Z', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('finds a time that is shown %s', (_title, wall, timezone, instant) => {
    expect(new Date(firstInstant(Date.parse(wall), timezone)).toISOString()).toBe(instant)
  })
})

describe('nextChange', () => {
  const from = Date.parse('2026-01-15T00:00:00Z')

  it('finds the millisecond at which the clocks change', () => {
    const change = nextChange(from, from + 200 * 24 * HOUR, HOUR, 'Europe/Warsaw')

    expect(change).toBe(Date.parse('2026-03-29T01:00:00Z'))
    expect(offsetAt(change! - 1, 'Europe/Warsaw')).toBe(HOUR)
    expect(offsetAt(change!, 'Europe/Warsaw')).toBe(2 * HOUR)
  })

  it('finds no change where there is none', () => {
    expect(nextChange(from, from + 60 * 24 * HOUR, HOUR, 'Europe/Warsaw')).toBeUndefined()
    expect(nextChange(from, from + 2_000 * 24 * HOUR, 0, 'UTC')).toBeUndefined()
  })
})
