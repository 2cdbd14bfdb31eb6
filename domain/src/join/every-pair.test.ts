import { expect, it } from 'vitest'
import { everyPair } from './every-pair.ts'

const row = (dn: string) => ({ dn, class_name: 'x', values: {} })
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(String(index)))

it('pairs every row with every row, but not those that an edge before did not find', () => {
  const { pairs, matched } = everyPair([row('a'), undefined, row('b')], [row('x'), undefined, row('y')])

  expect(pairs(10)).toEqual({ left: [0, 0, 2, 2], right: [0, 2, 0, 2] })
  expect([...matched()]).toEqual([1, 0, 1])
})

it.each([
  [101, 101, 1_000_000, 'too_many_lone'],
  [100, 200, 19_999, 'too_many_rows'],
])('of %i and %i rows is too many', (ours, theirs, most, reason) => {
  expect(everyPair(rows(ours), rows(theirs)).pairs(most)).toBe(reason)
})

it('takes any number of rows beside a small side', () => {
  expect(everyPair(rows(100), rows(5_000)).pairs(1_000_000)).toMatchObject({ left: { length: 500_000 } })
})
