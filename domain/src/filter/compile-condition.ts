import type { Condition, Scalar } from '../canvas/canvas.ts'
import { compilePattern } from '../patterns/compile-pattern.ts'
import { containsAddress, type Network, networkOf, overlap } from '../values/addresses.ts'
import { textOf } from '../values/compare-texts.ts'
import { boundInstant } from '../values/instants.ts'
import { isEmpty, type ValueTest } from './value-test.ts'
import { isOneOf } from './equality.ts'
import { listValue } from './list-value.ts'
import { between, ordered } from './order.ts'

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
    // Filling in variables turned a span into the instant at which it begins; an unfilled one finds nothing.
    case 'since':
      return boundInstant(textOf(bound)) === undefined ? () => false : ordered(bound, (order) => order >= 0)
    case 'in_subnet':
      return onNetwork(textOf(bound), (wanted, found) => containsAddress(wanted, found.address))
    case 'contains_ip':
      return onNetwork(textOf(bound), (wanted, found) => containsAddress(found, wanted.address))
    case 'overlaps':
      return onNetwork(textOf(bound), overlap)
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

function matches(pattern: string): ValueTest {
  return onText(compilePattern(pattern).finds)
}

function onFlags(
  list: readonly Scalar[],
  test: (wanted: readonly string[], flags: ReadonlySet<string>) => boolean,
): ValueTest {
  const wanted = list.map(textOf)
  return onText((text) => test(wanted, new Set(text.split(',').map((flag) => flag.trim()))))
}

/** A test of networks, or of addresses with or without a length; any other text passes nothing. */
function onNetwork(wanted: string, holds: (wanted: Network, found: Network) => boolean): ValueTest {
  const bound = networkOf(wanted)
  if (bound === undefined) return () => false
  return onText((text) => {
    const found = networkOf(text)
    return found !== undefined && holds(bound, found)
  })
}
