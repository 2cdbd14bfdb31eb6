import { compileExpression, type CompiledExpression } from '../expression/expression.ts'
import type { Row, Value } from '../values/row.ts'

/** Facts of a fabric and values of parameters. */
export type Circumstances = {
  readonly fabric: Readonly<Record<string, unknown>>
  readonly params: Readonly<Record<string, unknown>>
}

/** Whether a check concerns a fabric, or why that cannot be said. */
export function concerns(when: string, { fabric, params }: Circumstances): boolean | string {
  const compiled: CompiledExpression = compileExpression(when)
  if (!compiled.ok) return compiled.message
  const row: Row = Object.fromEntries([...namesBelow('fabric', fabric), ...namesBelow('params', params)])
  const result = compiled.evaluate(row)
  if (!result.ok) return result.message
  return typeof result.value === 'boolean' ? result.value : 'the condition is neither true nor false'
}

const namesBelow = (prefix: string, values: Readonly<Record<string, unknown>>): readonly (readonly [string, Value])[] =>
  Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value as Value])
