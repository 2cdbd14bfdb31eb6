import type { Condition, Scalar } from '../canvas/canvas.ts'
import { textOf } from '../values/compare-texts.ts'
import { networkOf } from '../values/addresses.ts'
import { listValue } from './list-value.ts'
import { isAccepted, pushEquality } from './push-equality.ts'
import { pushBetween, pushOrder } from './push-order.ts'
import { MOST_BYTES, MOST_PREDICATES } from './push-limits.ts'
import { at, combine, containsPiece, isTextual, type Pushed, type PushedProperty } from './pushed.ts'

/** The controller's form of one condition; undefined when it has none that lets all matching objects through. */
export function pushCondition(condition: Condition, subject: PushedProperty): Pushed | undefined {
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
      return pushOrder(operator, single(value), subject)
    case 'between':
      return pushBetween(listValue(value), subject)
    case 'since':
      return pushOrder('ge', single(value), subject)
    case 'in_subnet':
      return inSubnet(textOf(single(value)), subject)
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      return containsPiece(textOf(single(value)), subject)
    case 'is_set':
      return subject.info && isTextual(subject.info)
        ? { filter: { op: 'ne', ...at(subject), value: '' }, exact: false }
        : undefined
    case 'any_bit':
      return bits('or', listValue(value), subject)
    case 'all_bits':
      return bits('and', listValue(value), subject)
    // An object that lacks the property is empty here, but no controller comparison finds it.
    case 'is_empty':
    case 'matches':
    // Networks of any length may match.
    case 'contains_ip':
    case 'overlaps':
      return undefined
  }
}

function single(value: Condition['value']): Scalar {
  return value === undefined || (typeof value === 'object' && value !== null) ? null : value
}

function oneOf(wanted: readonly Scalar[], subject: PushedProperty): Pushed | undefined {
  // Too many to be sent: thousands of values need not be turned into predicates to find that out.
  if (wanted.length > MOST_PREDICATES) return undefined
  const parts = wanted.map((value) => pushEquality(value, subject))
  return parts.length > 0 && allKnown(parts) ? combine('or', parts) : undefined
}

/** `ne` also passes objects without the property, both here and there. Negating a superset would lose objects. */
function noneOf(wanted: readonly Scalar[], subject: PushedProperty): Pushed | undefined {
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
 * The octets that all IPv4 addresses of the network begin with. IPv6 has several spellings, so nothing of it is sent.
 * The dot behind them is left out for a single address, which may be followed by a length.
 */
function inSubnet(network: string, subject: PushedProperty): Pushed | undefined {
  const { address, length } = networkOf(network) ?? {}
  if (address?.family !== 4 || length === undefined || length < 8) return undefined
  const octets = network.split('/', 1).join('').split('.').slice(0, Math.floor(length / 8)) // prettier-ignore
  return containsPiece(octets.length === 4 ? octets.join('.') : `${octets.join('.')}.`, subject)
}

// Names of an empty set of bits: the object has no bit the controller could look for.
const NO_BITS = new Set(['unspecified', 'none', '0'])

function bits(op: 'and' | 'or', wanted: readonly Scalar[], subject: PushedProperty): Pushed | undefined {
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
