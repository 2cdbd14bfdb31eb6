import { expect, it } from 'vitest'
import type { Scalar } from '../canvas/canvas.ts'
import { between, ordered } from './order.ts'

/** Where a value stands against a bound: below, equal, above, or in no order with it. */
function standing(value: Scalar | undefined, bound: Scalar): string {
  const holds = (wanted: (order: number) => boolean) => ordered(bound, wanted)(value)
  const found = [
    holds((order) => order < 0) && 'below',
    holds((order) => order === 0) && 'equal',
    holds((order) => order > 0) && 'above',
  ].filter((one) => one !== false)
  return found.join(' and ') || 'none'
}

it.each<[Scalar | undefined, Scalar, string]>([
  ['9', '10', 'below'],
  ['10.0', 10, 'equal'],
  ['11', '9', 'above'],
  ['5.2(1g)', '5.2', 'above'],
  ['5.1(2h)', '5.2', 'below'],
  ['inherit', 1500, 'none'],
  ['v5.2', '5.2', 'none'],
  ['a', 'b', 'below'],
  ['b', 'b', 'equal'],
  ['c', 'b', 'above'],
  ['2026-01-01T01:00:00+01:00', '2026-01-01T00:00:00Z', 'equal'],
  ['2026-01-01T00:59:00+01:00', '2026-01-01T00:00:00Z', 'below'],
  ['never', '2026-01-01T00:00:00Z', 'none'],
  ['', 'b', 'none'],
  ['', '5', 'none'],
  [undefined, 'b', 'none'],
  ['', '2026-01-01T00:00:00Z', 'none'],
  ['a', null, 'none'],
])('%o is, against %o: %s', (value, bound, expected) => {
  expect(standing(value, bound)).toBe(expected)
})

it.each<[Scalar, readonly Scalar[], boolean]>([
  ['b', ['b', 'd'], true],
  ['d', ['b', 'd'], true],
  ['a', ['b', 'd'], false],
  ['e', ['b', 'd'], false],
  ['b', ['b'], false],
  ['b', [], false],
])('%o between %o: %s', (value, bounds, expected) => {
  expect(between(bounds)(value)).toBe(expected)
})
