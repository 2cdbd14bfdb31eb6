import { Type } from 'typebox'
import { cellOf, makeRow } from '../values/cells.ts'
import { ColumnNames } from './column-schema.ts'
import { definePostProcessor } from './post-processor.ts'

/** Keeps the named columns, in this order. */
export const select = definePostProcessor({
  type: 'select',
  config: Type.Object({ columns: ColumnNames }),
  rowwise: true,
  needs: ({ columns }) => columns,
  gives: (_, { columns }) => columns,
  apply: ({ rows }, { columns }) => ({
    columns,
    rows: rows.map((row) => makeRow(columns, (column) => cellOf(row, column))),
    warnings: [],
  }),
})
