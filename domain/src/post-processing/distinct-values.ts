import { canonicalNumber, numberText } from '../values/numbers.ts'
import type { Value } from '../values/row.ts'
import type { Aggregate, AggregateFunction } from './aggregate.ts'

/** What makes values the same, for the functions whose result depends on how often a value occurs. */
const KEYS: Partial<Readonly<Record<AggregateFunction, (value: Value) => string>>> = {
  count: JSON.stringify,
  list: JSON.stringify,
  sum: numberKey,
  avg: numberKey,
  percentile: numberKey,
}

/** An aggregate of the first of equal values. One that cannot be used is never passed over, so each is counted. */
export function distinctly(aggregate: Aggregate, name: AggregateFunction): Aggregate {
  const keyOf = KEYS[name]
  if (keyOf === undefined) return aggregate
  const seen = new Set<string>()
  return {
    add: (value) => {
      const key = keyOf(value)
      if (seen.has(key)) return true
      const isUsable = aggregate.add(value)
      if (isUsable) seen.add(key)
      return isUsable
    },
    result: () => aggregate.result(),
  }
}

/** A number is the same however it is spelled. */
function numberKey(value: Value): string {
  const text = typeof value === 'number' ? numberText(value) : value
  return typeof text === 'string' ? (canonicalNumber(text) ?? text) : JSON.stringify(text)
}
