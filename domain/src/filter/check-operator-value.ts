import type { Condition, Scalar } from '../canvas/canvas.ts'
import { addressOf, networkOf } from '../values/addresses.ts'
import { boundInstant, spanOf } from '../values/instants.ts'
import { checkPattern } from '../patterns/check-pattern.ts'
import { listValue } from './list-value.ts'

/** What is wrong with the value of a condition, given its operator, or undefined. */
export function checkOperatorValue({ operator, value }: Condition): string | undefined {
  switch (operator) {
    case 'is_empty':
    case 'is_set':
      return undefined
    case 'between':
      return checkBetween(value)
    case 'in':
    case 'not_in':
      return checkList(operator, value)
    case 'any_bit':
    case 'all_bits':
      return checkList(operator, value) ?? checkFlags(operator, value)
    case 'matches':
      return checkOne(operator, value) ?? (typeof value === 'string' ? checkPattern(value) : undefined)
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
      return (
        checkOne(operator, value) ??
        (typeof value === 'boolean' || value === ''
          ? `${operator} ${show(value)}: expected a number or text`
          : undefined)
      )
    case 'since':
      return checkOne(operator, value) ?? checkSince(value)
    case 'in_subnet':
    case 'overlaps':
      return checkOne(operator, value) ?? checkAddress(operator, value, networkOf, 'a network, such as 10.1.0.0/16')
    case 'contains_ip':
      return checkOne(operator, value) ?? checkAddress(operator, value, addressOf, 'an address, such as 10.1.0.7')
    case 'eq':
    case 'ne':
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      return checkOne(operator, value)
  }
}

const show = (value: Condition['value']) => (value === undefined ? 'without a value' : JSON.stringify(value))

function checkOne(operator: string, value: Condition['value']): string | undefined {
  if (value === undefined || value === null)
    return `${operator} ${show(value)}: expected a value; use is_empty or is_set to look for empty ones`
  return typeof value === 'object' ? `${operator} ${show(value)}: expected one value, not a list` : undefined
}

function checkList(operator: string, value: Condition['value']): string | undefined {
  const list = listValue(value)
  if (list.length === 0) return `${operator} ${show(value)}: expected at least one value`
  return list.includes(null)
    ? `${operator} ${show(value)}: expected values, found null; use is_empty or is_set to look for empty ones`
    : undefined
}

function checkFlags(operator: string, value: Condition['value']): string | undefined {
  return listValue(value).every(isFlag) ? undefined : `${operator} ${show(value)}: expected names of flags`
}

const isFlag = (value: Scalar) => value !== '' && typeof value !== 'boolean' && !String(value).includes(',')

function checkBetween(value: Condition['value']): string | undefined {
  const ends = listValue(value)
  if (ends.length === 2 && ends.every((end) => end !== null && end !== '' && typeof end !== 'boolean')) return undefined
  return `between ${show(value)}: expected two values, the lowest and the highest`
}

function checkSince(value: Condition['value']): string | undefined {
  const isKnown = typeof value === 'string' && (spanOf(value) !== undefined || boundInstant(value) !== undefined)
  return isKnown
    ? undefined
    : `since ${show(value)}: expected a span, such as 24h or 7d, or an instant, such as 2026-03-01T12:00:00Z`
}

function checkAddress(
  operator: string,
  value: Condition['value'],
  read: (text: string) => unknown,
  expected: string,
): string | undefined {
  return typeof value === 'string' && read(value) !== undefined
    ? undefined
    : `${operator} ${show(value)}: expected ${expected}`
}
