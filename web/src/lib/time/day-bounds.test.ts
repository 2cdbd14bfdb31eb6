import { expect, it } from 'vitest'
import { dayBounds } from './day-bounds.ts'

it.each([
  ['2026-11-22', 'UTC', '2026-11-22T00:00:00.000Z', '2026-11-22T23:59:59.999Z'],
  ['2026-11-22', 'Europe/Warsaw', '2026-11-21T23:00:00.000Z', '2026-11-22T22:59:59.999Z'],
  // The clocks go back: a day of 25 hours.
  ['2026-10-25', 'Europe/Warsaw', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
])('%s in %s lasts from %s to %s', (date, zone, from, to) => {
  const bounds = dayBounds(date, zone)

  expect([new Date(bounds.from).toISOString(), bounds.to]).toEqual([from, to])
})
