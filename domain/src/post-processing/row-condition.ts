import type { Row } from '../values/row.ts'
import { usableExpression } from './expression-config.ts'
import type { FailedRows } from './failed-rows.ts'

/** Whether an expression is true for a row. Rows for which it fails, or is neither true nor false, are counted. */
export function rowCondition(expression: string, failed: FailedRows): (row: Row) => boolean {
  const { evaluate } = usableExpression(expression)
  return (row) => {
    const result = evaluate(row)
    if (!result.ok) failed.add(result.message)
    else if (typeof result.value !== 'boolean') failed.add('the expression is neither true nor false')
    return result.ok && result.value === true
  }
}
