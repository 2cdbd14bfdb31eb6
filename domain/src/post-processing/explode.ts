import { Type } from 'typebox'
import type { Row, Value } from '../values/row.ts'
import { cellOf, withCells } from '../values/cells.ts'
import { ColumnName } from './column-schema.ts'
import { definePostProcessor } from './post-processor.ts'
import { checkRowCount } from './step-failure.ts'

/** Makes one row for each part of a text, or each item of a list. A row with nothing to split stays as it is. */
export const explode = definePostProcessor({
  type: 'explode',
  config: Type.Object({ column: ColumnName, separator: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) }),
  rowwise: true,
  needs: ({ column }) => [column],
  gives: (columns) => columns,
  writes: () => ({ columns: [], repeatsRows: true }),
  apply: ({ columns, rows }, { column, separator = ',' }, { maxRows }) => {
    const exploded: Row[] = []
    for (const row of rows) {
      for (const part of partsOf(cellOf(row, column), separator)) exploded.push(withCells(row, [column], [part]))
      checkRowCount(exploded.length, maxRows, `explode ${column}`)
    }
    return { columns, rows: exploded, warnings: [] }
  },
})

function partsOf(value: Value, separator: string): readonly Value[] {
  if (typeof value === 'object') return value === null || value.length === 0 ? [null] : value
  if (typeof value !== 'string') return [value]
  const parts = value.split(separator).map((part) => part.trim())
  const filled = parts.filter((part) => part !== '')
  return filled.length === 0 ? [''] : filled
}
