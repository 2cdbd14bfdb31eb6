import { describe, expect, it } from 'vitest'
import { childrenOf, isWithin, pathOf, placesFor } from './categories.ts'

const category = (id: number, name: string, parent: number | null) => ({
  id,
  name,
  parent,
  query_count: 0,
  children: [],
})
const TREE = [
  category(1, 'Fabric', null),
  category(2, 'Ports 10', 1),
  category(3, 'Ports 9', 1),
  category(4, 'In/out', 2),
  category(5, 'Audit', null),
]

describe('the tree of categories', () => {
  it.each([
    [1, 'Fabric'],
    [4, 'Fabric / Ports 10 / In/out'],
    [9, ''],
  ])('names %i by its path', (id, path) => {
    expect(pathOf(id, TREE)).toBe(path)
  })

  it('orders siblings as people read', () => {
    expect([childrenOf(null, TREE), childrenOf(1, TREE)].map((level) => level.map(({ name }) => name))).toEqual([
      ['Audit', 'Fabric'],
      ['Ports 9', 'Ports 10'],
    ])
  })

  it.each([
    [4, 1, true],
    [1, 1, true],
    [1, 4, false],
    [null, 1, false],
  ])('says whether %s is within %i', (id, category, expected) => {
    expect(isWithin(id, category, TREE)).toBe(expected)
  })

  it('offers every place that is not below the category', () => {
    expect(placesFor(2, TREE).map(({ id }) => id)).toEqual([1, 3, 5])
  })
})
