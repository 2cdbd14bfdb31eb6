import type { CanvasEdge, MatchCondition, MatchOperand } from './canvas.ts'

type On = NonNullable<CanvasEdge['on']>

/** One side of a condition, and where it is below `on` in the wire form, such as `1.target.0`. */
export type PlacedOperand = { readonly end: 'source' | 'target'; readonly operand: MatchOperand; readonly path: string }

/** Whether `on` is written as a list of conditions. */
export function isConditionList(on: CanvasEdge['on']): on is readonly MatchCondition[] {
  return Array.isArray(on)
}

/** The conditions of an edge, whichever way they are written. */
export function conditionsOf(on: On): readonly MatchCondition[] {
  return isConditionList(on) ? on : [{ op: 'eq', source: on.source, targets: [on.target] }]
}

/** All sides of all conditions. */
export function operandsOf(on: CanvasEdge['on']): readonly PlacedOperand[] {
  if (on === undefined) return []
  if (!isConditionList(on)) return (['source', 'target'] as const).map((end) => ({ end, operand: on[end], path: end }))
  return on.flatMap((condition, index): PlacedOperand[] => [
    { end: 'source', operand: condition.source, path: sourcePath(index) },
    ...condition.targets.map((operand, place) => ({
      end: 'target' as const,
      operand,
      path: targetPath(condition, index, place),
    })),
  ])
}

/** The same with all expressions replaced; two properties alone have none. */
export function mapExpressions(
  on: CanvasEdge['on'],
  replace: (expression: string, path: string) => string,
): CanvasEdge['on'] {
  if (on === undefined || !isConditionList(on)) return on
  const mapped = (operand: MatchOperand, path: string): MatchOperand =>
    typeof operand === 'string' ? operand : { expression: replace(operand.expression, `${path}.expression`) }
  return on.map((condition, index) => ({
    op: condition.op,
    source: mapped(condition.source, sourcePath(index)),
    targets: condition.targets.map((operand, place) => mapped(operand, targetPath(condition, index, place))),
  }))
}

const sourcePath = (index: number): string => `${index}.source`
const targetPath = ({ op }: MatchCondition, index: number, place: number): string =>
  op === 'between' ? `${index}.target.${place}` : `${index}.target`

/** How a condition is read aloud in plans: `id between fromPort and toPort`. */
export function describeCondition({ op, source, targets }: MatchCondition, left: string, right: string): string {
  const [first = '', second = ''] = targets.map((operand) => describeOperand(operand, right))
  const from = describeOperand(source, left)
  if (op === 'eq') return `${from} = ${first}`
  return op === 'between' ? `${from} between ${first} and ${second}` : `${from} ${op} ${first}`
}

const describeOperand = (operand: MatchOperand, of: string): string =>
  typeof operand === 'string' ? `${of}.${operand}` : `(${operand.expression.replaceAll(/\s+/g, ' ').trim()}) of ${of}`

/** Whether any side is an expression, which may hold values that a user entered. */
export const hasExpression = ({ source, targets }: MatchCondition): boolean =>
  [source, ...targets].some((operand) => typeof operand !== 'string')
