import { MATCH_OPERATORS, type MatchOperator } from '../canvas/canvas.ts'
import { isWireObject, type WireObject } from '../canvas/wire.ts'

/** A condition of a match as an editor shows it; `to` is the upper end of a range. */
export type MatchRow = {
  readonly op: MatchOperator
  readonly source: string
  readonly target: string
  readonly to: string
}

export const NO_MATCH: MatchRow = { op: 'eq', source: '', target: '', to: '' }

/** What must hold between both ends of a thread: one condition, or a list of them. */
export function matchRows(on: unknown): readonly MatchRow[] {
  if (Array.isArray(on)) return on.map((item: unknown) => (isWireObject(item) ? rowOf(item) : NO_MATCH))
  return isWireObject(on) ? [rowOf(on)] : []
}

function rowOf({ op, source, target }: WireObject): MatchRow {
  const [from, to] = Array.isArray(target) ? (target as readonly unknown[]) : [target]
  return {
    op: MATCH_OPERATORS.find((known) => known === op) ?? 'eq',
    source: textOf(source),
    target: textOf(from),
    to: textOf(to),
  }
}

/** An expression is written as `= lower(name)`: no property begins like that. */
const textOf = (operand: unknown): string => {
  if (isWireObject(operand)) return typeof operand.expression === 'string' ? `= ${operand.expression}` : ''
  return typeof operand === 'string' ? operand : ''
}

const operandOf = (text: string): unknown => (text.startsWith('=') ? { expression: text.slice(1).trim() } : text.trim())

/** The same as the API takes it: two equal properties alone stay `{source, target}`. */
export function matchOn(rows: readonly MatchRow[]): unknown {
  const [only] = rows
  if (rows.length === 1 && only?.op === 'eq' && !only.source.startsWith('=') && !only.target.startsWith('='))
    return { source: only.source.trim(), target: only.target.trim() }
  return rows.map(({ op, source, target, to }) => ({
    op,
    source: operandOf(source),
    target: op === 'between' ? [operandOf(target), operandOf(to)] : operandOf(target),
  }))
}
