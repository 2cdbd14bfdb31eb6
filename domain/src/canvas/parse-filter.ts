import type { Suggestions } from '../suggest.ts'
import { type Condition, type Filter, type Operator, type Scalar, OPERATORS } from './canvas.ts'
import type { Problem } from './problem.ts'
import { isPropertyName } from './names.ts'
import { isWireObject, show, type WireObject } from './wire.ts'

/** Levels of `any`, `all` and `not` inside each other; a request body cannot nest much deeper either. */
export const MAX_DEPTH = 32

/** What people write who are used to SQL, Python or the controller's own filters. */
export const OTHER_SPELLINGS: Readonly<Record<string, Operator>> = {
  '=': 'eq', '==': 'eq', equals: 'eq', is: 'eq', '!=': 'ne', '<>': 'ne', not_equals: 'ne',
  '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge', gte: 'ge', lte: 'le', like: 'contains', wcard: 'contains',
  bw: 'between', regex: 'matches', anybit: 'any_bit', allbits: 'all_bits', nin: 'not_in',
} // prettier-ignore

export type FilterContext = {
  readonly report: (problem: Problem) => void
  /** Columns may have any name, properties may not. */
  readonly names: 'properties' | 'columns'
  readonly suggestions: Suggestions
}

/** Parses a filter tree. Reports every fault; undefined if any part of the tree is faulty. */
export function parseFilter(wire: unknown, path: string, context: FilterContext, depth = 0): Filter | undefined {
  const fault = filterFault(wire, depth)
  if (fault !== undefined) context.report({ code: 'bad_value', message: fault, path })
  if (fault !== undefined || !isWireObject(wire)) return undefined
  const items = (list: unknown, key: string) => parseItems(list, `${path}.${key}`, context, depth)
  if ('any' in wire) return withItems(items(wire.any, 'any'), (any) => ({ any }))
  if ('all' in wire) return withItems(items(wire.all, 'all'), (all) => ({ all }))
  if ('not' in wire) return withItems(parseFilter(wire.not, `${path}.not`, context, depth + 1), (not) => ({ not }))
  return parseCondition(wire, path, context)
}

function filterFault(wire: unknown, depth: number): string | undefined {
  if (depth >= MAX_DEPTH) return `filters are nested deeper than ${MAX_DEPTH} levels`
  return isWireObject(wire)
    ? undefined
    : `${show(wire)} is not a filter: expected {property, operator, value}, {any}, {all} or {not}`
}

function parseItems(list: unknown, path: string, context: FilterContext, depth: number): Filter[] | undefined {
  if (!Array.isArray(list)) {
    context.report({ code: 'bad_value', message: `${show(list)} is not a list of filters`, path })
    return undefined
  }
  const parsed = list.map((item: unknown, index) => parseFilter(item, `${path}.${index}`, context, depth + 1))
  const whole = parsed.filter((filter) => filter !== undefined)
  return whole.length === parsed.length ? whole : undefined
}

function parseCondition(
  { property, operator, value }: WireObject,
  path: string,
  context: FilterContext,
): Condition | undefined {
  const read = {
    property: parseProperty(property, `${path}.property`, context),
    operator: parseOperator(operator, `${path}.operator`, context),
  }
  const isUsable = value === undefined || isValue(value)
  if (!isUsable) {
    context.report({
      code: 'bad_value',
      message: `${show(value)} is neither a single value nor a list of them`,
      path: `${path}.value`,
    })
  }
  if (!isUsable || read.property === undefined || read.operator === undefined) return undefined
  const condition = { property: read.property, operator: read.operator }
  return value === undefined ? condition : { ...condition, value }
}

function parseProperty(value: unknown, path: string, { names, report }: FilterContext): string | undefined {
  if (typeof value !== 'string' || value === '') {
    const message =
      value === undefined || value === '' ? 'the property is missing' : `${show(value)} is not a property name`
    report({ code: 'bad_value', message, path })
    return undefined
  }
  if (names === 'columns' || isPropertyName(value)) return value
  report({ code: 'unknown_property', message: `${show(value)} is not a valid property name`, path })
  return undefined
}

function parseOperator(value: unknown, path: string, context: FilterContext): Operator | undefined {
  const operator = OPERATORS.find((known) => known === value)
  if (operator !== undefined) return operator
  const written = typeof value === 'string' ? value : ''
  const near = context.suggestions.among([...OPERATORS, ...Object.keys(OTHER_SPELLINGS)], written)
  const suggestions = [...new Set(near.map((spelling) => OTHER_SPELLINGS[spelling] ?? spelling))]
  const message = value === undefined ? 'the operator is missing' : `${show(value)} is not an operator`
  context.report({
    code: 'unknown_operator',
    message: `${message}; expected one of ${OPERATORS.join(', ')}`,
    path,
    suggestions,
  })
  return undefined
}

function withItems<In, Out>(value: In | undefined, make: (value: In) => Out): Out | undefined {
  return value === undefined ? undefined : make(value)
}

function isValue(value: unknown): value is Scalar | readonly Scalar[] {
  return Array.isArray(value) ? value.every(isScalar) : isScalar(value)
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}
