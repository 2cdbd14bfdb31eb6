import type { Condition, Filter, Operator, Scalar } from '../../canvas/canvas.ts'
import { wholePlaceholder } from '../../canvas/binding/template.ts'
import { listed, shown } from './shown.ts'

const LONGEST = 300
const MOST_PARTS = 8

const VERBS: Readonly<Record<Operator, string>> = {
  eq: 'is',
  ne: 'is not',
  lt: 'is below',
  le: 'is at most',
  gt: 'is above',
  ge: 'is at least',
  between: 'is between',
  in: 'is one of',
  not_in: 'is none of',
  contains: 'contains',
  starts_with: 'starts with',
  ends_with: 'ends with',
  matches: 'matches the pattern',
  is_empty: 'is empty',
  is_set: 'is set',
  any_bit: 'has any of',
  all_bits: 'has all of',
  since: 'is since',
  in_subnet: 'is in the subnet',
  contains_ip: 'contains the address',
  overlaps: 'overlaps',
}

/** Filters that must all hold: `name starts with "web" and (mtu is above 1500 or mtu is empty)`. */
export function filterWords(filters: readonly Filter[]): string {
  return shown(allOf(filters), LONGEST)
}

/** Bounded by its parts, not only by its length: a filter may have thousands of them. */
function words(filter: Filter): string {
  if ('any' in filter) return filter.any.length === 0 ? 'nothing passes' : group(filter.any, 'or')
  if ('all' in filter) return filter.all.length === 0 ? 'everything passes' : group(filter.all, 'and')
  if ('not' in filter) return `not (${words(filter.not)})`
  return conditionWords(filter)
}

function group(filters: readonly Filter[], last: string): string {
  const text = parts(filters, last)
  return filters.length > 1 ? `(${text})` : text
}

const allOf = (filters: readonly Filter[]): string => parts(filters, 'and')

function parts(filters: readonly Filter[], last: string): string {
  const named = filters.slice(0, MOST_PARTS).map(words)
  const rest = filters.length - named.length
  return rest > 0 ? `${named.join(` ${last} `)} ${last} ${rest} more conditions` : named.join(` ${last} `)
}

function conditionWords({ property, operator, value }: Condition): string {
  const name = shown(property)
  const verb = VERBS[operator]
  if (value === undefined) return `${name} ${verb}`
  if (Array.isArray(value)) {
    const values = value.slice(0, 100).map(valueWords)
    return `${name} ${verb} ${listed(values, 6, operator === 'between' || operator === 'all_bits' ? 'and' : 'or')}`
  }
  return `${name} ${verb} ${valueWords(value as Scalar)}`
}

export function valueWords(value: Scalar): string {
  if (value === null || value === '') return 'empty'
  if (typeof value !== 'string') return String(value)
  const variable = value.length < 200 ? wholePlaceholder(value) : undefined
  return variable ? `{{${variable.name}}}` : `"${shown(value)}"`
}
