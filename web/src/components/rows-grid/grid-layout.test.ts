import { expect, it } from 'vitest'
import { columnAt, columnsWithin, layoutOf, rowHeightOf } from './grid-layout.ts'

const TEN = Array.from({ length: 10 }, (_, index) => `c${index}`)
const layout = layoutOf(
  TEN,
  TEN.map(() => 100),
  1,
  500,
)

it('puts columns one after the other, the pinned ones first', () => {
  expect(layout).toMatchObject({ width: 1000, pinned: 1, pinnedWidth: 100 })
  expect(layout.starts.slice(0, 3)).toEqual([0, 100, 200])
})

it('pins nothing where that would leave no room', () => {
  const widths = TEN.map(() => 250)

  expect(layoutOf(TEN, widths, 1, 390)).toMatchObject({ pinned: 0, pinnedWidth: 0 })
})

it.each([
  [100, 500, [1, 7]],
  [450, 850, [2, 10]],
  [900, 1300, [7, 10]],
  [0, 0, [1, 3]],
] as const)('from %i to %i there are the columns %j, with some beyond', (from, to, expected) => {
  expect(columnsWithin(layout, from, to)).toEqual(expected)
})

it('knows the column at a place', () => {
  expect([0, 99, 100, 5000].map((x) => columnAt(layout, x))).toEqual([0, 0, 1, 9])
})

it('keeps to a height that browsers can scroll', () => {
  expect([rowHeightOf(36, 1_000), rowHeightOf(36, 1_000_000)]).toEqual([36, 24])
})
