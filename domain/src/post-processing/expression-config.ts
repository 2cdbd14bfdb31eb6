import { compileExpression, type CompiledExpression } from '../expression/expression.ts'
import type { ConfigFault } from './post-processor.ts'

/** Columns of an expression in a configuration; none for a faulty one, which `expressionFaults` reports. */
export function expressionColumns(expression: string | undefined): readonly string[] {
  const compiled = expression === undefined ? undefined : compileExpression(expression)
  return compiled?.ok === true ? compiled.columns : []
}

/** Columns that make a difference to the expressions of a configuration; undefined when any may. */
export function columnsConsultedByAll(expressions: readonly (string | undefined)[]): readonly string[] | undefined {
  const compiled = expressions.filter((text) => text !== undefined).map((text) => compileExpression(text))
  const columns = compiled.map((expression) => (expression.ok ? expression.consulted : []))
  return columns.includes(undefined) ? undefined : columns.flatMap((consulted) => consulted ?? [])
}

/** Why the expression of a configuration cannot be used. */
export function expressionFaults(expression: string | undefined, path = 'expression'): ConfigFault[] {
  const compiled = expression === undefined ? undefined : compileExpression(expression)
  return compiled?.ok === false ? [{ path, message: compiled.message }] : []
}

/** The expression of a checked configuration. */
export function usableExpression(expression: string): Extract<CompiledExpression, { ok: true }> {
  const compiled = compileExpression(expression)
  if (!compiled.ok) throw new Error(`an expression that was not checked: ${compiled.message}`)
  return compiled
}
