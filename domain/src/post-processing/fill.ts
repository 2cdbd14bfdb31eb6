import { Type } from 'typebox'
import { addColumns, cellOf, withCells } from '../values/cells.ts'
import { CellValue, ColumnNames } from './column-schema.ts'
import { definePostProcessor } from './post-processor.ts'

/**
 * Replaces null in a column by a value. A missing column is added with the value in every row, so none is required:
 * after a `pivot` it is not known which columns there will be.
 */
export const fill = definePostProcessor({
  type: 'fill',
  config: Type.Object({ columns: ColumnNames, value: CellValue }),
  rowwise: true,
  needs: () => [],
  gives: (columns, { columns: filled }) => (columns === undefined ? undefined : addColumns(columns, filled)),
  writes: ({ columns }) => ({ columns }),
  apply: ({ columns, rows }, { columns: filled, value }) => ({
    columns: addColumns(columns, filled),
    rows: rows.map((row) => withCells(row, filled, filled.map((column) => cellOf(row, column) ?? value))), // prettier-ignore
    warnings: [],
  }),
})
