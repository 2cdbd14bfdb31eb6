import { compareTexts } from '../values/compare-texts.ts'
import type { Value } from '../values/row.ts'
import { EvaluationFailure, failEvaluation } from './evaluation-failure.ts'
import { LIMITS } from './expression-limits.ts'
import { asNumber } from './numbers.ts'

export type Binary = (left: Value, right: Value) => Value

const calculate = (symbol: string, operation: (a: number, b: number) => number): Binary => {
  return (left, right) => finite(operation(numberIn(left, symbol), numberIn(right, symbol)))
}

const compare = (symbol: string, holds: (order: number) => boolean): Binary => {
  return (left, right) => holds(orderOf(left, right, symbol))
}

/**
 * The operators on two values. Plain decimal text is treated as a number when the other side is one, in `- * / %`, and
 * in comparisons of two such texts; `+` always joins two texts.
 */
export const BINARY: Readonly<Record<string, Binary>> = {
  '+': add,
  '-': calculate('-', (a, b) => a - b),
  '*': calculate('*', (a, b) => a * b),
  '/': calculate('/', (a, b) => (b === 0 ? failEvaluation('division by zero') : a / b)),
  '%': calculate('%', (a, b) => (b === 0 ? failEvaluation('division by zero') : a % b)),
  '<': compare('<', (order) => order < 0),
  '<=': compare('<=', (order) => order <= 0),
  '>': compare('>', (order) => order > 0),
  '>=': compare('>=', (order) => order >= 0),
  '==': (left, right) => isEqual(left, right),
  '!=': (left, right) => !isEqual(left, right),
  in: (left, right) => (isList(right) ? right.some((item) => isEqual(left, item)) : failEvaluation(`in: ${kindOf(right)} is not a list`)),
}

function add(left: Value, right: Value): Value {
  if (typeof left === 'string' && typeof right === 'string') return bounded(left + right)
  if (isList(left) && isList(right)) return bounded([...left, ...right])
  return finite(numberIn(left, '+') + numberIn(right, '+'))
}

/** The opposite number. */
export const negate = (value: Value): Value => -numberIn(value, '-')

/** True or false; anything else is not a condition. */
export function truth(value: Value): boolean {
  return typeof value === 'boolean' ? value : failEvaluation(`${kindOf(value)} is neither true nor false`)
}

/** Whether two values are equal. Never fails: null equals only null, and a number equals the text that spells it. */
export function isEqual(left: Value, right: Value): boolean {
  if (typeof left === 'number' || typeof right === 'number') {
    const number = asNumber(left)
    return number !== undefined && number === asNumber(right)
  }
  if (!isList(left) || !isList(right)) return left === right
  return left.length === right.length && left.every((item, index) => isEqual(item, right[index] ?? null))
}

/** `&&` (`stop` false) and `||` (`stop` true). As in CEL, a side that decides hides a failure of the other. */
export function eitherDecides(stop: boolean, left: () => Value, right: () => Value): boolean {
  let first: boolean
  try {
    first = truth(left())
  } catch (error) {
    if (error instanceof EvaluationFailure && truth(right()) === stop) return stop
    throw error
  }
  return first === stop ? stop : truth(right())
}

function orderOf(left: Value, right: Value, symbol: string): number {
  if (typeof left === 'string' && typeof right === 'string') return compareTexts(left, right)
  const a = asNumber(left)
  const b = asNumber(right)
  if (a !== undefined && b !== undefined) return a - b
  return failEvaluation(`${symbol}: ${kindOf(left)} and ${kindOf(right)} have no order`)
}

function numberIn(value: Value, symbol: string): number {
  return asNumber(value) ?? failEvaluation(`${symbol}: ${kindOf(value)} is not a number`)
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : failEvaluation('the number is too large')
}

/** The value, unless it has grown larger than a row may hold. */
export function bounded<Sized extends string | readonly Value[]>(value: Sized): Sized {
  return value.length > LIMITS.resultSize ? failEvaluation(`longer than ${LIMITS.resultSize}`) : value
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

/** What a value is, for messages; text is shown because it is the usual surprise. */
export function kindOf(value: Value): string {
  if (value === null) return 'null'
  if (isList(value)) return 'a list'
  if (typeof value === 'string') return `the text ${JSON.stringify(value.length > 40 ? `${value.slice(0, 37)}...` : value)}`
  return `${value}`
}
