import type { Suggestions } from '../suggest.ts'
import {
  type CanvasEdge,
  MATCH_OPERATORS,
  type MatchCondition,
  type MatchOperand,
  type MatchOperator,
} from './canvas.ts'
import { OTHER_SPELLINGS } from './parse-filter.ts'
import { faultTo, isWireObject, readName, show, type Fault, type ReportProblem, type WireObject } from './wire.ts'

/** Every pair of objects is checked against all of them. */
const MOST_CONDITIONS = 20

/** `on` of an edge: two properties that must be equal, or a list of conditions. */
export function readOn(
  value: unknown,
  path: string,
  report: ReportProblem,
  suggestions: Suggestions,
): CanvasEdge['on'] {
  const fault = faultTo(report)
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) return readConditions(value, path, report, suggestions)
  if (isWireObject(value)) return readPair(value, path, fault)
  fault(`${show(value)} is not {source, target}, or a list of {source, target, op}`, path)
  return undefined
}

function readPair(wire: WireObject, path: string, fault: Fault): CanvasEdge['on'] {
  const source = readName(wire.source, `${path}.source`, fault)
  const target = readName(wire.target, `${path}.target`, fault)
  const isEqual = wire.op === undefined || wire.op === null || wire.op === 'eq'
  if (!isEqual) fault('{source, target} alone means eq: put conditions with an `op` into a list', `${path}.op`)
  return source === undefined || target === undefined || !isEqual ? undefined : { source, target }
}

function readConditions(
  list: readonly unknown[],
  path: string,
  report: ReportProblem,
  suggestions: Suggestions,
): CanvasEdge['on'] {
  const fault = faultTo(report)
  if (list.length === 0) fault('the list is empty: expected at least one condition, {source, target, op}', path)
  if (list.length > MOST_CONDITIONS) fault(`${list.length} conditions: expected at most ${MOST_CONDITIONS}`, path)
  const read = list
    .slice(0, MOST_CONDITIONS)
    .map((item, index) => readCondition(item, `${path}.${index}`, fault, readOperatorInto(report, suggestions)))
  // Something harmless takes the place of a faulty condition, so that later problems point at the right position.
  return read.map((condition) => condition ?? { op: 'eq', source: 'dn', targets: ['dn'] })
}

type ReadOperator = (value: unknown, path: string) => MatchOperator | undefined

function readCondition(
  wire: unknown,
  path: string,
  fault: Fault,
  readOperator: ReadOperator,
): MatchCondition | undefined {
  if (!isWireObject(wire)) {
    fault(`${show(wire)} is not a condition: expected {source, target, op}`, path)
    return undefined
  }
  if (wire.operator !== undefined) fault('the operator of a condition is called `op`', `${path}.operator`)
  const op = readOperator(wire.op, `${path}.op`)
  const source = readOperand(wire.source, `${path}.source`, fault)
  // An unknown operator must not make a range another fault.
  const isRange = op === 'between' || (op === undefined && Array.isArray(wire.target))
  const targets = (isRange ? readRange : readTarget)(wire.target, `${path}.target`, fault)
  return op === undefined || source === undefined || targets === undefined ? undefined : { op, source, targets }
}

function readOperatorInto(report: ReportProblem, suggestions: Suggestions): ReadOperator {
  return (value, path) => {
    if (value === undefined || value === null) return 'eq'
    const operator = MATCH_OPERATORS.find((known) => known === value)
    if (operator !== undefined) return operator
    const written = typeof value === 'string' ? value : ''
    const near = suggestions.among([...MATCH_OPERATORS, ...Object.keys(OTHER_SPELLINGS)], written)
    const usable = near.flatMap(
      (spelling) => MATCH_OPERATORS.find((known) => known === (OTHER_SPELLINGS[spelling] ?? spelling)) ?? [],
    )
    const message = `${show(value)} does not join objects; expected one of ${MATCH_OPERATORS.join(', ')}`
    report({ code: 'unknown_operator', message, path, suggestions: [...new Set(usable)] })
    return undefined
  }
}

function readTarget(value: unknown, path: string, fault: Fault): readonly MatchOperand[] | undefined {
  const target = readOperand(value, path, fault)
  return target === undefined ? undefined : [target]
}

function readRange(value: unknown, path: string, fault: Fault): readonly MatchOperand[] | undefined {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  if (list.length !== 2) {
    fault(`${show(value)} is not a range: between takes [from, to]`, path)
    return undefined
  }
  const [from, to] = list.map((item, index) => readOperand(item, `${path}.${index}`, fault))
  return from === undefined || to === undefined ? undefined : [from, to]
}

function readOperand(value: unknown, path: string, fault: Fault): MatchOperand | undefined {
  if (!isWireObject(value)) return readName(value, path, fault)
  if (typeof value.expression === 'string') return { expression: value.expression }
  fault(`${show(value.expression)} is not an expression: expected a property, or {expression}`, `${path}.expression`)
  return undefined
}
