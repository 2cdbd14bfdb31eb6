import { expect, it } from 'vitest'
import { offsetOf, timeZones } from './time-zones.ts'

it.each([
  ['UTC', 'UTC+00:00'],
  ['Europe/Warsaw', 'UTC+01:00'],
  ['America/St_Johns', 'UTC-03:30'],
])('%s is %s in winter', (zone, offset) => {
  expect(offsetOf(zone, Date.parse('2026-11-22T05:30:00Z'))).toBe(offset)
})

it('knows UTC once, and the zones of the world', () => {
  expect(timeZones().filter((zone) => zone === 'UTC')).toEqual(['UTC'])
  expect(timeZones()).toContain('Europe/Warsaw')
})
