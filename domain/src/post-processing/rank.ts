import { type Static, Type } from 'typebox'
import { addColumns, rowKey, withCells } from '../values/cells.ts'
import type { Row } from '../values/row.ts'
import { ColumnName, ColumnNamesOrNone } from './column-schema.ts'
import { definePostProcessor } from './post-processor.ts'
import { sortByRows, SortColumns } from './row-order.ts'

const Config = Type.Object({
  by: Type.Optional(ColumnNamesOrNone),
  order: SortColumns,
  as: Type.Optional(ColumnName),
  ties: Type.Optional(Type.Enum(['dense', 'row'])),
})
type Config = Static<typeof Config>

const COLUMN = 'rank'

/**
 * Numbers the rows of each combination of values in the `by` columns from 1, in the order of `order`; the rows stay
 * where they are. Equal rows have the same number, or with ties `row` one each, in row order.
 */
export const rank = definePostProcessor({
  type: 'rank',
  config: Config,
  rowwise: false,
  needs: ({ by = [], order }) => [...new Set([...by, ...order.map(({ column }) => column)])],
  gives: (columns, { as = COLUMN }) => (columns === undefined ? undefined : addColumns(columns, [as])),
  apply: ({ columns, rows }, config) => {
    const { by = [], as = COLUMN } = config
    const ranks: number[] = []
    const groups = Map.groupBy(rows.entries(), ([, row]) => rowKey(row, by))
    for (const group of groups.values()) for (const [index, number] of numbered(group, config)) ranks[index] = number
    const ranked = rows.map((row, index) => withCells(row, [as], [ranks[index] ?? null]))
    return { columns: addColumns(columns, [as]), rows: ranked, warnings: [] }
  },
})

/** The numbers of the rows of one group, after their positions in the table. */
function numbered(rows: readonly (readonly [number, Row])[], { order, ties = 'dense' }: Config): [number, number][] {
  const sorted = sortByRows(rows, ([, row]) => row, order)
  let number = 0
  return sorted.items.map(([index], place) => {
    if (ties === 'row' || !sorted.isEqualToPrevious(place)) number += 1
    return [index, number]
  })
}
