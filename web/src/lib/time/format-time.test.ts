import { describe, expect, it } from 'vitest'
import { formatDuration, formatTime, relativeTime } from './format-time.ts'

const AT = '2026-11-22T05:30:07.000+00:00'

describe('a time', () => {
  it.each([
    ['Europe/Warsaw', 'YYYY-MM-DD', '24h', '2026-11-22 06:30'],
    ['UTC', 'DD.MM.YYYY', '24h', '22.11.2026 05:30'],
    ['America/New_York', 'MM/DD/YYYY', '12h', '11/22/2026 12:30 am'],
    ['Pacific/Auckland', 'DD/MM/YYYY', '12h', '22/11/2026 06:30 pm'],
  ])('is read in %s as %s, %s', (timezone, date_format, time_format, shown) => {
    expect(formatTime(AT, { timezone, date_format, time_format })).toBe(shown)
  })

  it.each([
    [5, 'just now'],
    [59, 'just now'],
    [90, '1 minute ago'],
    [7_200, '2 hours ago'],
    [86_400, 'yesterday'],
    [6 * 86_400, '6 days ago'],
    [-120, 'in 2 minutes'],
  ])('%d seconds ago is "%s"', (seconds, shown) => {
    expect(relativeTime(AT, Date.parse(AT) + seconds * 1000)).toBe(shown)
  })

  it('is given in full when it is older than a week', () => {
    expect(relativeTime(AT, Date.parse(AT) + 8 * 86_400_000)).toBeUndefined()
  })
})

it.each([
  [12, '12 ms'],
  [2_440, '2.4 s'],
  [185_000, '3 min 5 s'],
])('%d ms is "%s"', (ms, shown) => {
  expect(formatDuration(ms)).toBe(shown)
})
