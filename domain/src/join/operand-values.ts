import type { MatchOperand } from '../canvas/canvas.ts'
import { compileExpression } from '../expression/expression.ts'
import { makeRow } from '../values/cells.ts'
import { textOf } from '../values/compare-texts.ts'
import type { Value } from '../values/row.ts'
import type { MatchedRows } from './match-rows.ts'
import type { TableRow } from './table-row.ts'

/** What one side of a condition compares; undefined where there is nothing to compare, which joins nothing. */
export type JoinValue = string | number | boolean | undefined

/** The value of each row of a column, and for how many of how many objects the expression failed. */
export type OperandValues = { readonly values: readonly JoinValue[]; readonly failed: number; readonly rows: number }

/** The values of one side of a condition. An object that is part of several matches is evaluated once. */
export function operandValues(operand: MatchOperand, column: MatchedRows): OperandValues {
  const known = new Map<TableRow, JoinValue>()
  const read = typeof operand === 'string' ? readProperty(operand) : readExpression(operand.expression)
  let failed = 0
  const values = column.map((row) => {
    if (row === undefined) return undefined
    if (known.has(row)) return known.get(row)
    const { value, ok } = read(row)
    if (!ok) failed++
    known.set(row, value)
    return value
  })
  return { values, failed, rows: known.size }
}

type Read = (row: TableRow) => { readonly ok: boolean; readonly value: JoinValue }

function readProperty(name: string): Read {
  return (row) => ({ ok: true, value: valueOf(row, name) || undefined })
}

function valueOf(row: TableRow, name: string): string | undefined {
  if (name === 'dn') return row.dn
  return Object.hasOwn(row.values, name) ? row.values[name] : undefined
}

/** An object that lacks a property has null there, as in rows. */
function readExpression(text: string): Read {
  const compiled = compileExpression(text)
  // A valid canvas has no such expression.
  if (!compiled.ok) throw new Error(`an expression that was not checked: ${compiled.message}`)
  const { columns, named, evaluate } = compiled
  return (row) => {
    const present = named.filter((name) => columns.includes(name) || valueOf(row, name) !== undefined)
    const result = evaluate(makeRow(present, (name) => valueOf(row, name) ?? null))
    return { ok: result.ok, value: result.ok ? joinValue(result.value) : undefined }
  }
}

function joinValue(value: Value): JoinValue {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return textOf(value) || undefined
}
