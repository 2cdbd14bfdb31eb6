import { expect, it } from 'vitest'
import { selectRange } from './select-range.ts'

const KEYS = ['a', 'b', 'c', 'd']

it.each([
  { what: 'one row', before: [], change: { key: 'b', isSelected: true }, after: ['b'] },
  { what: 'one row less', before: ['a', 'b'], change: { key: 'b', isSelected: false }, after: ['a'] },
  {
    what: 'a range downwards',
    before: ['a'],
    change: { key: 'c', isSelected: true, from: 'a' },
    after: ['a', 'b', 'c'],
  },
  { what: 'a range upwards', before: ['d'], change: { key: 'b', isSelected: true, from: 'd' }, after: ['b', 'c', 'd'] },
  {
    what: 'a range less',
    before: ['a', 'b', 'c', 'd'],
    change: { key: 'c', isSelected: false, from: 'b' },
    after: ['a', 'd'],
  },
  {
    what: 'one row, after a page that is gone',
    before: ['z'],
    change: { key: 'b', isSelected: true, from: 'z' },
    after: ['b', 'z'],
  },
])('selects $what', ({ before, change, after }) => {
  expect([...selectRange(new Set(before), KEYS, change)].sort()).toEqual(after)
})
