import type { Condition, Filter } from './canvas.ts'

/** A filter in readable form: `name starts_with "web" and (mtu gt 1500 or mtu is_empty)`. */
export function describeFilter(filter: Filter): string {
  if ('any' in filter) return filter.any.length === 0 ? 'never' : filter.any.map(describePart).join(' or ')
  if ('all' in filter) return filter.all.length === 0 ? 'always' : filter.all.map(describePart).join(' and ')
  if ('not' in filter) return `not (${describeFilter(filter.not)})`
  return describeCondition(filter)
}

function describePart(filter: Filter): string {
  const isGroup = ('any' in filter && filter.any.length > 1) || ('all' in filter && filter.all.length > 1)
  return isGroup ? `(${describeFilter(filter)})` : describeFilter(filter)
}

function describeCondition({ property, operator, value }: Condition): string {
  return value === undefined ? `${property} ${operator}` : `${property} ${operator} ${JSON.stringify(value)}`
}
