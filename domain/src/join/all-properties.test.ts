import { expect, it } from 'vitest'
import { allProperties } from './all-properties.ts'
import type { TableRow } from './table-row.ts'

const row = (values: Record<string, string>): TableRow => ({ dn: 'd', class_name: 'x', values })

it('has what any row has, in order, and passes over rows that an edge did not find', () => {
  const matches = [[row({ b: '1' })], [undefined], [row({ b: '1', a: '2' })], [row({ a: '2' })], [row({ c: '3' })]]

  expect(allProperties(matches, 0)).toEqual(['a', 'b', 'c'])
})

it('has nothing where no row was found', () => {
  expect(allProperties([[undefined], []], 0)).toEqual([])
})
