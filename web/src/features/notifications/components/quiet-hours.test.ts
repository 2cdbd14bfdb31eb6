import { expect, it } from 'vitest'
import { lengthOf, quietParts, timeAt } from './quiet-hours.ts'

it.each([
  ['12:00', '13:30', [[720, 810]], '1 h 30 min'],
  [
    '22:00',
    '06:30',
    [
      [0, 390],
      [1320, 1440],
    ],
    '8 h 30 min',
  ],
  ['22:00', '00:00', [[1320, 1440]], '2 h'],
  ['00:00', '00:30', [[0, 30]], '30 min'],
  ['08:00', '08:00', [], ''],
  ['', '08:00', [], ''],
])('from %s until %s are %j of a day: %s', (from, until, expected, length) => {
  const parts = quietParts(from, until)

  expect(parts.map(({ start, end }) => [start, end])).toEqual(expected)
  expect(lengthOf(parts)).toBe(length)
})

it.each([
  [0, '00:00'],
  [0.5, '12:00'],
  [0.93, '22:30'],
  [1, '00:00'],
  [-1, '00:00'],
])('the place %d of the strip is %s', (fraction, time) => {
  expect(timeAt(fraction)).toBe(time)
})
