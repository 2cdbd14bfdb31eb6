import { describe, expect, it } from 'vitest'
import type { TypedColumn } from '../parquet/column-types.ts'
import { writeGroup } from './parquet-bytes.ts'

const LONG = 'abcdefghi '.repeat(10_000)
const boundsOf = (values: readonly unknown[], type: TypedColumn['type']) => {
  const { rowGroups } = writeGroup(
    values.map((value) => [value]),
    [{ name: 'value', type }],
    4,
  )
  const { min_value, max_value } = rowGroups[0]!.columns[0]!.meta_data?.statistics ?? {}
  return min_value === undefined ? undefined : [min_value, max_value]
}

describe('what is kept of a group until the file ends', () => {
  it.each<[string, readonly unknown[], TypedColumn['type'], readonly unknown[] | undefined]>([
    ['the bounds of short texts', ['b', null, 'a'], 'text', ['a', 'b']],
    ['the bounds of numbers', [3, 1], 'integer', [1n, 3n]],
    ['no long text', ['a', LONG], 'text', undefined],
    ['no long text of a list', [['a'], ['b', null, LONG]], 'texts', undefined],
    ['no JSON, which no reader looks for', [{ a: LONG }, 'b'], 'json', undefined],
  ])('is %s', (_, values, type, bounds) => {
    expect(boundsOf(values, type)).toEqual(bounds)
  })
})
