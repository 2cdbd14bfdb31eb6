import type { Condition, Scalar } from '../canvas/canvas.ts'
import { textOf } from '../values/compare-texts.ts'
import { listValue } from './list-value.ts'
import { canonicalNumber } from '../values/numbers.ts'
import { isAccepted, pushEquality } from './push-equality.ts'
import { MOST_BYTES, MOST_PREDICATES } from './push-limits.ts'
import { at, combine, containsPiece, isNumeric, isTextual, type Pushed, type Subject } from './pushed.ts'

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

function single(value: Condition['value']): Scalar {
  return value === undefined || (typeof value === 'object' && value !== null) ? null : value
}

function oneOf(wanted: readonly Scalar[], subject: Subject): Pushed | undefined {
  // Too many to be sent: thousands of values need not be turned into predicates to find that out.
  if (wanted.length > MOST_PREDICATES) return undefined
  const parts = wanted.map((value) => pushEquality(value, subject))
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

function allKnown(parts: readonly (Pushed | undefined)[]): parts is readonly Pushed[] {
  return parts.every((part) => part !== undefined)
}
