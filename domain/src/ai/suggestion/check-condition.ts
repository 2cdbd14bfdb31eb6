import { checkOperatorValue } from '../../filter/check-operator-value.ts'
import { listValue } from '../../filter/list-value.ts'
import type { PropertyRecord } from '../../mim/class-record.ts'
import type { SuggestedFilter } from '../../retrieval/retrieve.ts'
import type { SuggestedCondition } from './read-suggestions.ts'
import { SUGGESTED_OPERATORS } from './suggest-prompt.ts'

type Operator = SuggestedFilter['operator']

const SPELLINGS: Readonly<Record<string, Operator>> = {
  '=': 'eq',
  '==': 'eq',
  equals: 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
}
const LONGEST_VALUE = 200
const UNPRINTABLE = /\p{C}/u
const COMPARISONS: readonly Operator[] = ['lt', 'le', 'gt', 'ge']
const LISTS: readonly Operator[] = ['in', 'not_in', 'any_bit', 'all_bits']
const EXACT: readonly Operator[] = ['eq', 'ne', ...LISTS]

/** A suggested condition as a canvas has it; undefined if no object could meet it, or nothing could evaluate it. */
export function checkCondition(condition: SuggestedCondition, property: PropertyRecord): SuggestedFilter | undefined {
  const operator = operatorOf(condition.operator)
  // What is secret reads as empty.
  if (operator === undefined || property.is_secure) return undefined
  if (operator === 'is_empty' || operator === 'is_set') return { property: property.name, operator, value: null }
  const text = textOf(condition.value)
  if (text === undefined) return undefined
  const value = fit(text, operator, property)
  if (value === undefined || checkOperatorValue({ property: property.name, operator, value }) !== undefined)
    return undefined
  return { property: property.name, operator, value }
}

function operatorOf(spelled: string): Operator | undefined {
  const name = spelled.trim().toLowerCase()
  return SPELLINGS[name] ?? SUGGESTED_OPERATORS.find((operator) => operator === name)
}

function textOf(value: unknown): string | undefined {
  const text = Array.isArray(value) ? value.join(',') : typeof value === 'boolean' ? (value ? 'yes' : 'no') : value
  if (typeof text === 'number') return Number.isFinite(text) ? String(text) : undefined
  if (typeof text !== 'string' || text.trim() === '' || text.length > LONGEST_VALUE || UNPRINTABLE.test(text))
    return undefined
  return text.trim()
}

/** The value as the property spells it; undefined if the property cannot have it. */
function fit(text: string, operator: Operator, property: PropertyRecord): string | number | undefined {
  if (property.type === 'integer' || property.type === 'number') return fitNumber(text, operator)
  const { values } = property
  const isComplete = values.length > 0 && property.value_count <= values.length
  if (!isComplete) return text
  if (COMPARISONS.includes(operator)) return undefined
  if (!EXACT.includes(operator))
    return values.some((value) => value.includes(text)) || operator === 'matches' ? text : undefined
  const isList = LISTS.includes(operator) || property.type === 'flags'
  const parts = isList ? listValue(text) : [text]
  const spelled = parts.map((part) => spelling(values, String(part)))
  return spelled.every((one) => one !== undefined) ? spelled.join(',') : undefined
}

function fitNumber(text: string, operator: Operator): string | number | undefined {
  const parts = LISTS.includes(operator) ? listValue(text) : [text]
  if (!parts.every((part) => Number.isFinite(Number(part)))) return undefined
  return COMPARISONS.includes(operator) ? Number(text) : text
}

function spelling(values: readonly string[], text: string): string | undefined {
  if (values.includes(text)) return text
  const folded = text.toLowerCase()
  return values.find((value) => value.toLowerCase() === folded)
}
