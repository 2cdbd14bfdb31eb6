import { Type } from 'typebox'
import { definePostProcessor } from './post-processor.ts'
import { sortByRows, SortColumns } from './row-order.ts'

/** Sorts rows by columns, the first one first. Equal rows keep their order; nulls are last in both directions. */
export const sort = definePostProcessor({
  type: 'sort',
  config: Type.Object({ by: SortColumns }),
  rowwise: false,
  needs: ({ by }) => by.map(({ column }) => column),
  gives: (columns) => columns,
  apply: ({ columns, rows }, { by }) => ({
    columns,
    rows: sortByRows(rows, (row) => row, by).items,
    warnings: [],
  }),
})
