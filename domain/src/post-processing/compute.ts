import { Type } from 'typebox'
import { addColumns, withCells } from '../values/cells.ts'
import { ColumnName } from './column-schema.ts'
import { expressionColumns, expressionFaults, usableExpression } from './expression-config.ts'
import { FailedRows } from './failed-rows.ts'
import { definePostProcessor } from './post-processor.ts'

/** Puts the value of an expression into a column: an existing one, or a new one at the end. */
export const compute = definePostProcessor({
  type: 'compute',
  config: Type.Object({ column: ColumnName, expression: Type.String() }),
  rowwise: true,
  needs: ({ expression }) => expressionColumns(expression),
  gives: (columns, { column }) => (columns === undefined ? undefined : addColumns(columns, [column])),
  check: ({ expression }) => expressionFaults(expression),
  writes: ({ column }) => ({ columns: [column] }),
  apply: ({ columns, rows }, { column, expression }) => {
    const { evaluate } = usableExpression(expression)
    const failed = new FailedRows()
    const computed = rows.map((row) => {
      const result = evaluate(row)
      if (!result.ok) failed.add(result.message)
      return withCells(row, [column], [result.ok ? result.value : null])
    })
    return {
      columns: addColumns(columns, [column]),
      rows: computed,
      warnings: failed.warnings(`compute ${column}`, 'have null', rows.length),
    }
  },
})
