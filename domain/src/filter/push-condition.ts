import type { Condition, Scalar } from '../canvas/canvas.ts'
import type { ControllerFilter } from '../controller-query/controller-query.ts'
import type { PropertyInfo } from '../mim/model.ts'
import { textOf } from '../values/compare-texts.ts'
import { listValue } from './list-value.ts'
import { canonicalNumber } from '../values/numbers.ts'
import { MOST_BYTES, MOST_PREDICATES } from './push-limits.ts'

/** The filter for the controller, and whether it is exact or lets more objects through. */
export type Pushed = { readonly filter: ControllerFilter; readonly exact: boolean }

/** The property a condition is about, as the controller names it; `info` is undefined if the property is not known. */
export type Subject = { readonly class_name: string; readonly property: string; readonly info: PropertyInfo | undefined }

/** The controller's form of one condition; undefined when it has none that lets all matching objects through. */
export function pushCondition(condition: Condition, subject: Subject): Pushed | undefined {
  const { operator, value } = condition
  // The controller would compare the real password, which it never returns.
  if (subject.info?.type === 'password') return undefined
  switch (operator) {
    case 'eq':
      return oneOf([single(value)], subject)
    case 'in':
      return oneOf(listValue(value), subject)
    case 'ne':
      return noneOf([single(value)], subject)
    case 'not_in':
      return noneOf(listValue(value), subject)
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
      return compared(operator, single(value), subject)
    case 'between':
      return between(listValue(value), subject)
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      return containsPiece(textOf(single(value)), subject)
    case 'is_set':
      return subject.info && isTextual(subject.info) ? { filter: { op: 'ne', ...at(subject), value: '' }, exact: false } : undefined
    case 'any_bit':
      return bits('or', listValue(value), subject)
    case 'all_bits':
      return bits('and', listValue(value), subject)
    // An object that lacks the property is empty here, but no controller comparison finds it.
    case 'is_empty':
    case 'matches':
      return undefined
  }
}

const at = ({ class_name, property }: Subject) => ({ class_name, property })

function single(value: Condition['value']): Scalar {
  return value === undefined || (typeof value === 'object' && value !== null) ? null : value
}

function isTextual(info: PropertyInfo | undefined): boolean {
  return info === undefined || ['string', 'dn', 'ip', 'mac'].includes(info.type)
}

const isNumeric = (info: PropertyInfo | undefined) => info !== undefined && ['integer', 'number'].includes(info.type)

function oneOf(wanted: readonly Scalar[], subject: Subject): Pushed | undefined {
  // Too many to be sent: thousands of values need not be turned into predicates to find that out.
  if (wanted.length > MOST_PREDICATES) return undefined
  const parts = wanted.map((value) => equals(value, subject))
  return parts.length > 0 && allKnown(parts) ? combine('or', parts) : undefined
}

/** `ne` also passes objects without the property, both here and there. Negating a superset would lose objects. */
function noneOf(wanted: readonly Scalar[], subject: Subject): Pushed | undefined {
  const whole = oneOf(wanted, subject)
  if (!whole?.exact) return undefined
  const { filter } = whole
  const items = filter.op === 'or' ? filter.items : [filter]
  return combine(
    'and',
    items.map((item) => ({ filter: item.op === 'eq' ? { ...item, op: 'ne' } : { op: 'not', item }, exact: true })),
  )
}

/**
 * Equality. A number in another notation (`80.000000` for 80) only occurs in numeric properties, because the controller
 * writes values in its own form, and those it compares as numbers. So the given text and its shortest form find every
 * equal number.
 */
function equals(wanted: Scalar, subject: Subject): Pushed | undefined {
  if (wanted === null) return undefined
  if (typeof wanted === 'boolean') return equalsFlag(wanted, subject)
  const text = textOf(wanted)
  if (!isSendable(text) || !isAccepted(text, subject.info)) return undefined
  const texts = new Set([text, canonicalNumber(text) ?? text])
  const items = [...texts].map((value): Pushed => ({ filter: { op: 'eq', ...at(subject), value }, exact: isExactText(text, subject.info) }))
  return combine('or', items)
}

/** If a property cannot have a value, the controller answers with an error, not with an empty list. */
function isAccepted(text: string, info: PropertyInfo | undefined): boolean {
  if (text === '') return isTextual(info)
  return info === undefined || info.values.length === 0 || text.split(',').every((part) => info.values.includes(part))
}

/** The controller may know other spellings of a value: of numbers (`007`), of dates, of flags in another order. */
function isExactText(text: string, info: PropertyInfo | undefined): boolean {
  if (info?.type === 'date') return false
  if (canonicalNumber(text) !== undefined) return text.length <= 15
  if (info !== undefined && info.type !== 'flags' && !isNumeric(info)) return true
  return !/^[-+.0-9]/.test(text) && !text.includes(',')
}

/** Most flags are yes or no, some true or false, and the wrong spelling is an error, so only a known type is pushed. */
function equalsFlag(wanted: boolean, { info, ...subject }: Subject): Pushed | undefined {
  const spellings = wanted ? ['yes', 'true'] : ['no', 'false']
  const value = info?.type === 'boolean' ? spellings.find((spelling) => info.values.includes(spelling)) : undefined
  return value === undefined ? undefined : { filter: { op: 'eq', ...subject, value }, exact: true }
}

/** Numeric properties may also hold words (`inherit`), which have a place in the controller's order but not in ours. */
function compared(op: 'lt' | 'le' | 'gt' | 'ge', bound: Scalar, subject: Subject): Pushed | undefined {
  const value = textOf(bound)
  return isOrderable(bound, subject) ? { filter: { op, ...at(subject), value }, exact: false } : undefined
}

function between([low = null, high = null]: readonly Scalar[], subject: Subject): Pushed | undefined {
  if (!isOrderable(low, subject) || !isOrderable(high, subject)) return undefined
  return { filter: { op: 'bw', ...at(subject), low: textOf(low), high: textOf(high) }, exact: false }
}

/** The controller orders numeric properties as numbers and all others as text; we go by the values. */
function isOrderable(bound: Scalar, { info }: Subject): boolean {
  const text = textOf(bound)
  if (canonicalNumber(text) !== undefined) return isNumeric(info) && text.length <= 15 && (info?.type === 'number' || !text.includes('.'))
  return info?.type === 'string' && /^[A-Za-z][\w./: -]*$/.test(text)
}

/**
 * `wcard` finds plain text anywhere, but treats some characters as wildcards, and it is not certain which. So only the
 * longest piece without any is sent. A dot may mean itself or any character: either way the piece is found.
 */
function containsPiece(text: string, subject: Subject): Pushed | undefined {
  if (!isTextual(subject.info)) return undefined
  const pieces = text.split(/[^\p{L}\p{N} _\-./:,@#=~!&;<>']+/u)
  const value = pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '')
  return value === '' || value.length > MOST_BYTES ? undefined : { filter: { op: 'wcard', ...at(subject), value }, exact: false }
}

// Names of an empty set of bits: the object has no bit the controller could look for.
const NO_BITS = new Set(['unspecified', 'none', '0'])

function bits(op: 'and' | 'or', wanted: readonly Scalar[], subject: Subject): Pushed | undefined {
  const { info } = subject
  const flags = wanted.map(textOf)
  if (flags.length === 0 || flags.length > MOST_BYTES || (info !== undefined && info.type !== 'flags')) return undefined
  if (!flags.every((flag) => /^[\w.:-]+$/.test(flag) && !NO_BITS.has(flag) && isAccepted(flag, info))) return undefined
  if (op === 'or') return { filter: { op: 'anybit', ...at(subject), value: flags.join(',') }, exact: false }
  return combine(
    'and',
    flags.map((value) => ({ filter: { op: 'anybit', ...at(subject), value }, exact: false })),
  )
}

/**
 * What is too long for a URL stays here. A backslash is special inside quotes; control characters and lone surrogates
 * have no business in a URL.
 */
function isSendable(text: string): boolean {
  return text.length <= MOST_BYTES && text.isWellFormed() && !/[\\\u0000-\u001f\u007f]/.test(text)
}

function allKnown(parts: readonly (Pushed | undefined)[]): parts is readonly Pushed[] {
  return parts.every((part) => part !== undefined)
}

/** Several filters as one; exact when each of them is. */
export function combine(op: 'and' | 'or', parts: readonly Pushed[]): Pushed {
  const [first] = parts
  if (parts.length === 1 && first) return first
  const items = parts.flatMap(({ filter }) => (filter.op === op ? filter.items : [filter]))
  return { filter: { op, items }, exact: parts.every((part) => part.exact) }
}
