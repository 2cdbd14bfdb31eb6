import { type Static, Type } from 'typebox'
import { cellOf } from '../values/cells.ts'
import type { Row, Value } from '../values/row.ts'
import { ColumnName } from './column-schema.ts'
import { compareDirected, type SortOrder, ORDERS, sortKey, type SortKey } from '../values/compare-values.ts'

const Direction = Type.Enum(['asc', 'desc'])
const SortColumn = Type.Object({
  column: ColumnName,
  direction: Type.Optional(Direction),
  order: Type.Optional(Type.Enum([...ORDERS])),
})

/** Columns that rows are ordered by, the first one first. */
export const SortColumns = Type.Array(SortColumn, { minItems: 1, maxItems: 50 })
type SortColumns = Static<typeof SortColumns>

/** A row prepared for many comparisons. */
type Keyed = { readonly row: Row; readonly keys: readonly (SortKey | null)[] }

export const keyedBy = (row: Row, by: SortColumns): Keyed => ({
  row,
  keys: by.map(({ column, order }) => keyOrNull(cellOf(row, column), order)),
})

const keyOrNull = (value: Value, order: SortOrder | undefined): SortKey | null =>
  value === null ? null : sortKey(value, order)

/** Compares rows by the columns; nulls are last in both directions. */
export function rowComparison(by: SortColumns): (a: Keyed, b: Keyed) => number {
  const signs = by.map(({ direction = 'asc' }) => (direction === 'asc' ? 1 : -1))
  return (a, b) => compareKeyed(a, b, signs)
}

function compareKeyed(a: Keyed, b: Keyed, signs: readonly number[]): number {
  for (let index = 0; index < signs.length; index++) {
    const left = a.keys[index] ?? null
    const right = b.keys[index] ?? null
    if (left === null || right === null) {
      if (left !== right) return left === null ? 1 : -1
    } else {
      const order = compareDirected(left, right, signs[index] ?? 1)
      if (order !== 0) return order
    }
  }
  return 0
}
