import { Type } from 'typebox'
import { rowKey } from '../values/cells.ts'
import { ColumnNames } from './column-schema.ts'
import { definePostProcessor } from './post-processor.ts'

/** Keeps the first of rows that are equal in the named columns, or in all. */
export const distinct = definePostProcessor({
  type: 'distinct',
  config: Type.Object({ columns: Type.Optional(ColumnNames) }),
  rowwise: false,
  needs: ({ columns }) => columns,
  gives: (columns) => columns,
  apply: ({ columns, rows }, { columns: compared = columns }) => {
    const seen = new Set<string>()
    const kept = rows.filter((row) => {
      const { size } = seen
      return seen.add(rowKey(row, compared)).size > size
    })
    return { columns, rows: kept, warnings: [] }
  },
})
