import { compareTexts } from '../values/compare-texts.ts'
import { canonicalNumber, compareNumbers, numberText } from '../values/numbers.ts'
import { EvaluationFailure, failEvaluation } from './evaluation-failure.ts'
import { LIMITS } from './expression-limits.ts'
import { asNumber } from './numbers.ts'
import { isTyped, type Operand, typedDifference, typedEqual, typedOrder, typedSum } from './typed-values.ts'

export type Binary = (left: Operand, right: Operand) => Operand

const calculate = (symbol: string, operation: (a: number, b: number) => number): Binary => {
  return (left, right) => finite(operation(numberIn(left, symbol), numberIn(right, symbol)))
}

const compare = (symbol: string, holds: (order: number) => boolean): Binary => {
  return (left, right) => holds(compareOperands(left, right, symbol))
}

const subtract = calculate('-', (a, b) => a - b)

/**
 * The operators on two values. Plain decimal text is treated as a number when the other side is one, in `- * / %`, and
 * in comparisons of two such texts; `+` always joins two texts.
 */
export const BINARY: Readonly<Record<string, Binary>> = {
  '+': add,
  '-': (left, right) => typedDifference(left, right) ?? subtract(left, right),
  '*': calculate('*', (a, b) => a * b),
  '/': calculate('/', (a, b) => (b === 0 ? failEvaluation('division by zero') : a / b)),
  '%': calculate('%', (a, b) => (b === 0 ? failEvaluation('division by zero') : a % b)),
  '<': compare('<', (order) => order < 0),
  '<=': compare('<=', (order) => order <= 0),
  '>': compare('>', (order) => order > 0),
  '>=': compare('>=', (order) => order >= 0),
  '==': (left, right) => isEqual(left, right),
  '!=': (left, right) => !isEqual(left, right),
  in: (left, right) =>
    isList(right)
      ? right.some((item) => isEqual(left, item))
      : failEvaluation(`in: ${kindOfOperand(right)} is not a list`),
}

function add(left: Operand, right: Operand): Operand {
  if (typeof left === 'string' && typeof right === 'string') return bounded(left + right)
  if (isList(left) && isList(right)) return bounded([...left, ...right])
  return typedSum(left, right) ?? finite(numberIn(left, '+') + numberIn(right, '+'))
}

/** The opposite number. */
export const negate = (value: Operand): Operand => -numberIn(value, '-')

/** True or false; anything else is not a condition. */
export function truth(value: Operand): boolean {
  return typeof value === 'boolean' ? value : failEvaluation(`${kindOfOperand(value)} is neither true nor false`)
}

/** Whether two values are equal. Never fails: null equals only null, and a number equals the text that spells it. */
export function isEqual(left: Operand, right: Operand): boolean {
  if (typeof left === 'number' || typeof right === 'number') return orderOfNumbers(left, right) === 0
  if (isTyped(left) || isTyped(right)) return typedEqual(left, right)
  if (!isList(left) || !isList(right)) return left === right
  return left.length === right.length && left.every((item, index) => isEqual(item, right[index] ?? null))
}

/** `&&` (`stop` false) and `||` (`stop` true). As in CEL, a side that decides hides a failure of the other. */
export function eitherDecides(stop: boolean, left: () => Operand, right: () => Operand): boolean {
  let first: boolean
  try {
    first = truth(left())
  } catch (error) {
    if (error instanceof EvaluationFailure && truth(right()) === stop) return stop
    throw error
  }
  return first === stop ? stop : truth(right())
}

/** The same over all items of a list: `all` (`stop` false) and `exists` (`stop` true). */
export function anyDecides(stop: boolean, items: readonly Operand[], test: (item: Operand) => Operand): boolean {
  let failure: EvaluationFailure | undefined
  for (const item of items) {
    try {
      if (truth(test(item)) === stop) return stop
    } catch (error) {
      if (!(error instanceof EvaluationFailure)) throw error
      failure ??= error
    }
  }
  if (failure !== undefined) throw failure
  return !stop
}

/** Negative, zero or positive; fails for values without an order, such as a word and a number. */
export function compareOperands(left: Operand, right: Operand, symbol: string): number {
  if (typeof left === 'string' && typeof right === 'string') return compareTexts(left, right)
  const typed = isTyped(left) || isTyped(right) ? typedOrder(left, right) : undefined
  if (typed !== undefined) return typed
  return (
    orderOfNumbers(left, right) ??
    failEvaluation(`${symbol}: ${kindOfOperand(left)} and ${kindOfOperand(right)} have no order`)
  )
}

/** The order of two numbers, or texts that spell one; undefined if one is neither. */
function orderOfNumbers(left: Operand, right: Operand): number | undefined {
  const a = asNumber(left)
  const b = asNumber(right)
  if (a === undefined || b === undefined) return undefined
  if (a !== b || Number.isSafeInteger(a) || !Number.isInteger(a)) return a - b
  // Different 64-bit counters can be the same double.
  return compareNumbers(digitsOf(left), digitsOf(right))
}

function digitsOf(value: Operand): string {
  return typeof value === 'string' ? (canonicalNumber(value) ?? value) : numberText(Number(value))
}

function numberIn(value: Operand, symbol: string): number {
  return asNumber(value) ?? failEvaluation(`${symbol}: ${kindOfOperand(value)} is not a number`)
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : failEvaluation('the number is too large')
}

/** The value, unless it has grown larger than a row may hold. */
export function bounded<Sized extends string | readonly Operand[]>(value: Sized): Sized {
  return value.length > LIMITS.resultSize ? failEvaluation(`longer than ${LIMITS.resultSize}`) : value
}

export function isList(value: Operand): value is readonly Operand[] {
  return Array.isArray(value)
}

/** What a value is, for messages; text is shown because it is the usual surprise. */
export function kindOfOperand(value: Operand): string {
  if (value === null) return 'null'
  if (isList(value)) return 'a list'
  if (isTyped(value))
    return `the ${value.kind} ${'text' in value ? JSON.stringify(value.text) : value.milliseconds / 1_000}`
  if (typeof value === 'string')
    return `the text ${JSON.stringify(value.length > 40 ? `${value.slice(0, 37)}...` : value)}`
  return `${value}`
}
