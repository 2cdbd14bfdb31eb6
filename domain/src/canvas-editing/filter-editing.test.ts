import { describe, expect, it } from 'vitest'
import type { WireObject } from '../canvas/wire.ts'
import {
  changeMode,
  filterAt,
  type FilterPosition,
  groupOf,
  insertFilter,
  moveFilter,
  pathAt,
  placeFilter,
  removeFilter,
  replaceFilter,
} from './filter-editing.ts'
import { conditionsIn } from './filter-places.ts'

const is = (property: string): WireObject => ({ property, operator: 'is_set' })
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(is) as [WireObject, WireObject, WireObject, WireObject]

/** `a any(b c)` for short. */
const written = (filters: readonly WireObject[]): string =>
  filters
    .map((filter) => {
      const group = groupOf(filter)
      return group ? `${group.mode}(${written(group.items)})` : String(filter.property)
    })
    .join(' ')

describe('groups', () => {
  it.each<[WireObject, string]>([
    [{ any: [a, b] }, 'any(a b)'],
    [{ all: [] }, 'all()'],
    [{ not: a }, 'none(a)'],
    [{ not: { any: [a, b] } }, 'none(a b)'],
    [{ not: { all: [a, b] } }, 'none(all(a b))'],
    [{ any: 'x' }, 'any()'],
  ])('%j reads as %s', (filter, expected) => {
    expect(written([filter])).toBe(expected)
  })

  it.each<[WireObject, 'any' | 'all' | 'none', WireObject]>([
    [{ any: [a, b] }, 'all', { all: [a, b] }],
    [{ any: [a, b] }, 'none', { not: { any: [a, b] } }],
    [{ any: [a] }, 'none', { not: a }],
    [{ not: a }, 'any', { any: [a] }],
  ])('%j becomes %s', (filter, mode, expected) => {
    expect(changeMode([filter], [0], mode)).toEqual([expected])
  })
})

const NESTED = [a, { any: [b, { not: c }] }, d]

it.each<[FilterPosition, string, string]>([
  [[0], '0', 'a'],
  [[1, 0], '1.any.0', 'b'],
  [[1, 1, 0], '1.any.1.not', 'c'],
  [[2], '2', 'd'],
])('the filter at %j has the path %s', (position, path, expected) => {
  expect([pathAt(NESTED, position), filterAt(NESTED, position)?.property]).toEqual([path, expected])
  expect(conditionsIn({ filters: NESTED }).map((place) => place.path)).toContain(path)
})

describe('edits', () => {
  it('replace, insert and remove at any depth', () => {
    expect(written(replaceFilter(NESTED, [1, 0], d))).toBe('a any(d none(c)) d')
    expect(written(insertFilter(NESTED, [1, 1, 1], d))).toBe('a any(b none(c d)) d')
    expect(written(removeFilter(NESTED, [1, 1, 0]))).toBe('a any(b none()) d')
    expect(written(removeFilter(NESTED, [1]))).toBe('a d')
  })

  it.each<[FilterPosition, -1 | 1, string, FilterPosition]>([
    [[0], 1, 'any(a b none(c)) d', [0, 0]],
    [[2], -1, 'a any(b none(c) d)', [1, 2]],
    [[1], 1, 'a d any(b none(c))', [2]],
    [[1, 0], -1, 'a b any(none(c)) d', [1]],
    [[1, 0], 1, 'a any(none(b c)) d', [1, 0, 0]],
    [[1, 1, 0], 1, 'a any(b none() c) d', [1, 2]],
  ])('move %j by %i', (position, step, expected, place) => {
    const moved = moveFilter(NESTED, position, step)!

    expect([written(moved.filters), moved.position]).toEqual([expected, place])
  })

  it.each<[FilterPosition, FilterPosition, string]>([
    [[0], [3], 'any(b none(c)) d a'],
    [[0], [1, 1], 'any(b a none(c)) d'],
    [[1, 0], [0], 'b a any(none(c)) d'],
    [[2], [1, 1, 0], 'a any(b none(d c))'],
    [[1], [0], 'any(b none(c)) a d'],
  ])('put %j before %j', (from, before, expected) => {
    expect(written(placeFilter(NESTED, from, before)!.filters)).toBe(expected)
  })

  it('end at the ends, and never put a group into itself', () => {
    expect(moveFilter(NESTED, [0], -1)).toBeUndefined()
    expect(moveFilter(NESTED, [2], 1)).toBeUndefined()
    expect(placeFilter(NESTED, [1], [1, 0])).toBeUndefined()
  })
})
