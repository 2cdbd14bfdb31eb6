import { RE2JS } from 're2js'
import type { Condition, Scalar } from '../canvas/canvas.ts'
import { textOf } from '../values/compare-texts.ts'
import { isEmpty, type ValueTest } from './value-test.ts'
import { isOneOf } from './equality.ts'
import { listValue } from './list-value.ts'
import { canonicalNumber, compareNumbers } from '../values/numbers.ts'

/** A condition over one value. Everything that depends only on the condition is computed up front. */
export function compileCondition({ operator, value, compare }: Condition): ValueTest {
  const bound = scalarOf(value)
  switch (operator) {
    case 'eq':
      return isOneOf([bound], compare)
    case 'ne':
      return not(isOneOf([bound], compare))
    case 'in':
      return isOneOf(listValue(value), compare)
    case 'not_in':
      return not(isOneOf(listValue(value), compare))
    case 'lt':
      return ordered(bound, (order) => order < 0)
    case 'le':
      return ordered(bound, (order) => order <= 0)
    case 'gt':
      return ordered(bound, (order) => order > 0)
    case 'ge':
      return ordered(bound, (order) => order >= 0)
    case 'between':
      return between(listValue(value))
    case 'contains':
      return onText((text) => text.includes(textOf(bound)))
    case 'starts_with':
      return onText((text) => text.startsWith(textOf(bound)))
    case 'ends_with':
      return onText((text) => text.endsWith(textOf(bound)))
    case 'matches':
      return matches(textOf(bound))
    case 'is_empty':
      return isEmpty
    case 'is_set':
      return not(isEmpty)
    case 'any_bit':
      return onFlags(listValue(value), (wanted, flags) => wanted.some((flag) => flags.has(flag)))
    case 'all_bits':
      return onFlags(listValue(value), (wanted, flags) => wanted.every((flag) => flags.has(flag)))
  }
}

const not =
  (test: ValueTest): ValueTest =>
  (value) =>
    !test(value)

const onText =
  (test: (text: string) => boolean): ValueTest =>
  (value) =>
    value !== undefined && value !== null && test(textOf(value))

function scalarOf(value: Condition['value']): Scalar {
  if (value === undefined) return null
  return typeof value === 'object' && value !== null ? (value[0] ?? null) : value
}

/**
 * Empty values have no order. Nor has a word against a number: `mtu gt 1500` does not find `inherit`, though as text it
 * would be greater. Text that begins like a number still compares as text: `version ge 5.2` finds `5.2(1g)`.
 */
function ordered(bound: Scalar, holds: (order: number) => boolean): ValueTest {
  if (bound === null) return () => false
  const boundText = textOf(bound)
  const boundNumber = canonicalNumber(boundText)
  return (value) => {
    if (isEmpty(value)) return false
    const text = textOf(value)
    if (boundNumber === undefined) return holds(text < boundText ? -1 : text > boundText ? 1 : 0)
    const number = canonicalNumber(text)
    if (number !== undefined) return holds(compareNumbers(number, boundNumber))
    return /^[-+.0-9]/.test(text) && holds(text < boundText ? -1 : 1)
  }
}

function between([low, high]: readonly Scalar[]): ValueTest {
  const isFromLow = ordered(low ?? null, (order) => order >= 0)
  const isToHigh = ordered(high ?? null, (order) => order <= 0)
  return (value) => isFromLow(value) && isToHigh(value)
}

function matches(pattern: string): ValueTest {
  const compiled = RE2JS.compile(pattern)
  return onText((text) => compiled.test(text))
}

function onFlags(list: readonly Scalar[], test: (wanted: readonly string[], flags: ReadonlySet<string>) => boolean): ValueTest {
  const wanted = list.map(textOf)
  return onText((text) => test(wanted, new Set(text.split(',').map((flag) => flag.trim()))))
}
