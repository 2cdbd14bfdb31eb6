import type { Condition, Scalar } from '../canvas/canvas.ts'
import { checkPattern } from './check-pattern.ts'
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
        (typeof value === 'boolean' || value === '' ? `${operator} ${show(value)}: expected a number or text` : undefined)
      )
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
