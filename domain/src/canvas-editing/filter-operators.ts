import type { PropertyType } from '@heddle/contract/mim-kinds.ts'
import { templateParts } from '../canvas/binding/template.ts'
import type { Operator, Scalar } from '../canvas/canvas.ts'
import { splitDn } from '../dn/dn.ts'
import { listValue } from '../filter/list-value.ts'
import { addressOf, macOf, networkOf } from '../values/addresses.ts'
import { textOf } from '../values/compare-texts.ts'
import { boundInstant, spanOf } from '../values/instants.ts'
import { canonicalNumber } from '../values/numbers.ts'
import { OPERATOR_WORDS } from './operator-words.ts'

/** What an editor needs to know about the property of a condition. */
export type FilteredProperty = {
  readonly name: string
  readonly type: PropertyType
  readonly values: readonly string[]
  /** More values exist than the model lists. */
  readonly has_more_values?: boolean
}

const ALL = Object.keys(OPERATOR_WORDS) as Operator[]
const EMPTINESS = ['is_empty', 'is_set'] as const
const TEXT = ['eq', 'ne', 'contains', 'starts_with', 'ends_with', 'matches', 'in', 'not_in'] as const
const CHOICE = ['eq', 'ne', 'in', 'not_in'] as const
const ORDERED = ['eq', 'lt', 'le', 'gt', 'ge', 'between'] as const

const BY_TYPE: Readonly<Record<PropertyType, readonly Operator[]>> = {
  string: TEXT,
  password: TEXT,
  enum: CHOICE,
  boolean: CHOICE,
  flags: ['any_bit', 'all_bits'],
  integer: ORDERED,
  number: ORDERED,
  date: [...ORDERED, 'since'],
  dn: TEXT,
  mac: TEXT,
  ip: [...TEXT, 'in_subnet', 'contains_ip', 'overlaps'],
}

/** The operators to offer for a property of a type; all of them while the type is unknown. */
export function operatorsFor(type: PropertyType | undefined): readonly Operator[] {
  return type === undefined ? ALL : [...BY_TYPE[type], ...EMPTINESS]
}

/** How the value of a condition is entered. */
export type ValueForm = 'none' | 'text' | 'choice' | 'flags' | 'range' | 'list'

export function valueForm(operator: Operator, property: FilteredProperty | undefined): ValueForm {
  switch (operator) {
    case 'is_empty':
    case 'is_set':
      return 'none'
    case 'between':
      return 'range'
    case 'in':
    case 'not_in':
      return 'list'
    case 'any_bit':
    case 'all_bits':
      return property !== undefined && property.values.length > 0 ? 'flags' : 'list'
    case 'eq':
    case 'ne':
      return property !== undefined && isChoice(property) ? 'choice' : 'text'
    default:
      return 'text'
  }
}

export const isChoice = ({ type, values }: FilteredProperty): boolean =>
  (type === 'enum' || type === 'boolean') && values.length > 0

type Value = Scalar | readonly Scalar[] | undefined

/** Whether text holds a variable, so that its value is not known yet. */
export const hasVariable = (value: unknown): boolean =>
  typeof value === 'string' && templateParts(value).some((part) => typeof part === 'object')

/**
 * What is wrong with the value of a condition, as a sentence that says what to do; undefined if nothing is. Patterns
 * are left to the engine, whose dialect the browser does not speak.
 */
export function checkValue(
  property: FilteredProperty | undefined,
  operator: Operator,
  value: Value,
): string | undefined {
  switch (valueForm(operator, property)) {
    case 'none':
      return undefined
    case 'range':
      return checkRange(property, operator, value)
    case 'flags':
    case 'list':
      return checkList(property, operator, value)
    case 'text':
    case 'choice':
      return checkOne(property, operator, value)
  }
}

function checkOne(property: FilteredProperty | undefined, operator: Operator, value: Value): string | undefined {
  if (value === undefined || value === null) return 'Enter a value, or choose “is empty” or “is set”.'
  if (typeof value === 'object') return `“${OPERATOR_WORDS[operator]}” takes one value. Choose “is one of” for a list.`
  return checkScalar(property, operator, value)
}

function checkRange(property: FilteredProperty | undefined, operator: Operator, value: Value): string | undefined {
  if (hasVariable(value)) return undefined
  const [from, to, ...others] = listValue(value)
  if (isMissing(from) || isMissing(to) || others.length > 0) return 'Enter both ends, the lowest value and the highest.'
  return checkScalar(property, operator, from) ?? checkScalar(property, operator, to)
}

const isMissing = (end: Scalar | undefined): end is undefined | null | '' =>
  end === undefined || end === null || end === ''

function checkList(property: FilteredProperty | undefined, operator: Operator, value: Value): string | undefined {
  const items = listValue(value)
  if (items.length === 0) return property?.type === 'flags' ? 'Tick at least one flag.' : 'Add at least one value.'
  const isGap = items.some((item) => item === null || item === '')
  if (isGap) return 'Remove the empty value. Choose “is empty” to find objects without one.'
  return items.map((item) => checkScalar(property, operator, item ?? '')).find((fault) => fault !== undefined)
}

const EXACT: ReadonlySet<Operator> = new Set(['eq', 'ne', 'in', 'not_in'])
const IN_ORDER: ReadonlySet<Operator> = new Set(['lt', 'le', 'gt', 'ge', 'between'])
/** Names of an empty set of flags. */
const NO_FLAGS: ReadonlySet<string> = new Set(['unspecified', 'none', '0', ''])

function checkScalar(
  property: FilteredProperty | undefined,
  operator: Operator,
  value: NonNullable<Scalar>,
): string | undefined {
  if (hasVariable(value)) return undefined
  const text = textOf(value)
  switch (operator) {
    case 'since':
      return spanOf(text) === undefined && boundInstant(text) === undefined
        ? `“${text}” is not a time. Write a span such as 24h or 7d, or a time such as 2026-03-01T12:00:00Z.`
        : undefined
    case 'in_subnet':
    case 'overlaps':
      return networkOf(text) === undefined ? `“${text}” is not a network. Write one such as 10.1.0.0/16.` : undefined
    case 'contains_ip':
      return addressOf(text) === undefined ? `“${text}” is not an address. Write one such as 10.1.0.7.` : undefined
    default:
      return property === undefined ? checkUntyped(operator, text) : checkTyped(property, operator, text)
  }
}

const checkUntyped = (operator: Operator, text: string): string | undefined =>
  IN_ORDER.has(operator) && text === '' ? 'Enter a number or a text.' : undefined

function checkTyped(property: FilteredProperty, operator: Operator, text: string): string | undefined {
  const isOrdered = IN_ORDER.has(operator)
  if (!isOrdered && !EXACT.has(operator) && property.type !== 'flags') return undefined
  // The engine knows an empty text as "has no value".
  if (!isOrdered && text === '') return undefined
  switch (property.type) {
    case 'integer':
    case 'number':
      return checkNumber(text, isOrdered)
    case 'date':
      return boundInstant(text) === undefined
        ? `“${text}” is not a time. Write 2026-03-01 or 2026-03-01T12:00:00Z.`
        : undefined
    case 'ip':
      return networkOf(text) === undefined
        ? `“${text}” is not an address. Write one such as 10.1.0.7 or 10.1.0.0/16.`
        : undefined
    case 'mac':
      return macOf(text) === undefined
        ? `“${text}” is not a MAC address. Write one such as 00:22:BD:F8:19:FF.`
        : undefined
    case 'dn':
      return (splitDn(text)?.length ?? 0) === 0 ? `“${text}” is not a DN. Write one such as uni/tn-common.` : undefined
    case 'enum':
    case 'boolean':
      return checkKnown(property, text)
    case 'flags':
      return NO_FLAGS.has(text) ? undefined : checkKnown(property, text)
    case 'string':
    case 'password':
      return checkUntyped(operator, text)
  }
}

/** Controllers write names instead of some numbers, such as `inherit` for an MTU: they are equal, but have no order. */
function checkNumber(text: string, isOrdered: boolean): string | undefined {
  if (canonicalNumber(text) !== undefined || (!isOrdered && /^[a-z]/i.test(text))) return undefined
  return text === '' ? 'Enter a number.' : `“${text}” is not a number. Write one such as 1500.`
}

const MOST_NAMED = 6

function checkKnown({ name, values, has_more_values }: FilteredProperty, text: string): string | undefined {
  if (values.length === 0 || has_more_values === true || values.includes(text)) return undefined
  const more = values.length > MOST_NAMED ? ` and ${values.length - MOST_NAMED} more` : ''
  return `${name} is never “${text}”. Choose one of ${values.slice(0, MOST_NAMED).join(', ')}${more}.`
}

/** The value of a condition for another operator or property: what still fits, in the form that is needed now. */
export function fitValue(property: FilteredProperty | undefined, operator: Operator, value: Value): Value {
  const fitted = reshaped(valueForm(operator, property), value)
  if (fitted === undefined || (typeof fitted === 'object' && fitted !== null)) return fitted
  return checkValue(property, operator, fitted) === undefined ? fitted : undefined
}

function reshaped(form: ValueForm, value: Value): Value {
  const items = listValue(value).filter((item) => item !== null && item !== '')
  if (form === 'none' || items.length === 0) return undefined
  if (form === 'range') return [items[0] ?? '', items[1] ?? '']
  if (form === 'flags' || form === 'list') return items
  return typeof value === 'string' ? value : items[0]
}

/** What was typed, as JSON has it: numbers that read back as typed become numbers, where the property has them. */
export function typedScalar(property: FilteredProperty | undefined, text: string): Scalar {
  const isNumeric = property?.type === 'integer' || property?.type === 'number'
  return isNumeric && canonicalNumber(text) !== undefined && String(Number(text)) === text ? Number(text) : text
}
