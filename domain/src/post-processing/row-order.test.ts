import { describe, expect, it } from 'vitest'
import { compareDirected, sortKey } from '../values/compare-values.ts'
import type { Row, Value } from '../values/row.ts'
import { sortByRows, type SortColumns } from './row-order.ts'

/** A generator of the same numbers each time. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

const KINDS: readonly ((next: (below: number) => number) => Value)[] = [
  (next) => `eth1/${next(12)}`,
  (next) => `leaf-0${next(3)}${next(3)}`,
  (next) => next(20) - 10,
  (next) => `${next(9)}.${next(3)}0`,
  (next) => `10.0.${next(3)}.${next(3)}${next(2) ? '' : '/24'}`,
  (next) => `2026-03-0${1 + next(3)}T1${next(3)}:00:00${next(2) ? 'Z' : '+01:00'}`,
  (next) => ['', 'never', 'a', 'A', 'é', '\u{1f600}', '\uffff', null, true, false][next(10)]!,
  (next) => [`x${next(3)}`, next(2)],
]

const valueOf = (next: (below: number) => number, kinds: number): Value => KINDS[next(kinds)]!(next)

/** As the words of the step say: compares each pair of rows anew. */
function sortPlainly(rows: readonly Row[], by: SortColumns): Row[] {
  const compare = (a: Row, b: Row): number => {
    for (const { column, direction = 'asc', order } of by) {
      const [left, right] = [a[column] ?? null, b[column] ?? null]
      if (left === null && right === null) continue
      if (left === null || right === null) return left === null ? 1 : -1
      const sign = direction === 'asc' ? 1 : -1
      const result = compareDirected(sortKey(left, order), sortKey(right, order), sign)
      if (result !== 0) return result
    }
    return 0
  }
  return [...rows].sort(compare)
}

const BYS: readonly SortColumns[] = [
  [{ column: 'a' }],
  [{ column: 'a', direction: 'desc' }],
  [{ column: 'a', order: 'code' }],
  [{ column: 'a', order: 'code', direction: 'desc' }, { column: 'b' }],
  [
    { column: 'b', direction: 'desc' },
    { column: 'a', direction: 'asc' },
  ],
  [{ column: 'missing' }, { column: 'a' }],
]

describe('rows in order', () => {
  it.each([
    ['with few values', 400, 0],
    ['of which some columns have many values', 400, 1_000],
    ['that are few', 7, 0],
    ['that are none', 0, 0],
  ])('are those of a comparison of each pair, for rows %s', (_what, count, different) => {
    for (let seed = 1; seed <= 40; seed++) {
      const next = numbersFrom(seed)
      const rows = Array.from({ length: count }, (_, id) => ({
        id,
        a: valueOf(next, 1 + (seed % KINDS.length)),
        b: different > 0 ? `b${next(different)}` : valueOf(next, KINDS.length),
      }))

      for (const by of BYS) {
        const { items, isEqualToPrevious } = sortByRows(rows, (row) => row, by)

        const expected = sortPlainly(rows, by)
        expect(items.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
        const equal = expected.map((row, at) => at > 0 && sortPlainly([row, expected[at - 1]!], by)[0] === row)
        expect(items.map((_row, at) => isEqualToPrevious(at))).toEqual(equal)
      }
    }
  })

  it('are the same where a column has just too many values for places', () => {
    const rows = Array.from({ length: 80_100 }, (_, id) => ({ id, a: `n-${(id * 7) % 10_001}` }))
    const by = [{ column: 'a' }]

    const sorted = sortByRows(rows, (row) => row, by)

    expect(sorted.items).toEqual(sortPlainly(rows, by))
  })
})
