import { Type } from 'typebox'
import type { Row, Value } from '../values/row.ts'
import { cellOf } from '../values/cells.ts'
import { ColumnName } from './column-schema.ts'
import { compareKeys, type Order, ORDERS, sortKey, type SortKey } from './compare-values.ts'
import { definePostProcessor } from './post-processor.ts'

const Direction = Type.Enum(['asc', 'desc'])
const SortColumn = Type.Object({ column: ColumnName, direction: Type.Optional(Direction), order: Type.Optional(Type.Enum([...ORDERS])) })
type Keyed = { readonly row: Row; readonly keys: readonly (SortKey | null)[] }

/** Sorts rows by columns, the first one first. Equal rows keep their order; nulls are last in both directions. */
export const sort = definePostProcessor({
  type: 'sort',
  config: Type.Object({
    by: Type.Array(SortColumn, { minItems: 1, maxItems: 50 }),
  }),
  rowwise: false,
  needs: ({ by }) => by.map(({ column }) => column),
  gives: (columns) => columns,
  apply: ({ columns, rows }, { by }) => {
    const signs = by.map(({ direction = 'asc' }) => (direction === 'asc' ? 1 : -1))
    const keyed = rows.map((row) => ({ row, keys: by.map(({ column, order }) => keyOrNull(cellOf(row, column), order)) }))
    keyed.sort((a, b) => compareKeyed(a, b, signs))
    return { columns, rows: keyed.map(({ row }) => row), warnings: [] }
  },
})

const keyOrNull = (value: Value, order: Order | undefined): SortKey | null => (value === null ? null : sortKey(value, order))

function compareKeyed(a: Keyed, b: Keyed, signs: readonly number[]): number {
  for (let index = 0; index < signs.length; index++) {
    const left = a.keys[index] ?? null
    const right = b.keys[index] ?? null
    if (left === null || right === null) {
      if (left !== right) return left === null ? 1 : -1
    } else {
      const order = compareKeys(left, right)
      if (order !== 0) return order * (signs[index] ?? 1)
    }
  }
  return 0
}
