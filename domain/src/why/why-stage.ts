import type { Value } from '../values/row.ts'

/** What one part of a query does with an object. */
export type WhyStage = {
  readonly kind: 'scope' | 'filter' | 'edge' | 'step'
  /** Of the node, the edge or the step; of a filter `<node>.filters.<index>`, or `<node>.time_range`. */
  readonly id: string
  readonly verdict: 'kept' | 'dropped' | 'not_reached'
  /** One sentence that names the condition and what the object has. */
  readonly because: string
  /** What the sentence is about, by property or column; null where there is none. */
  readonly values: Readonly<Record<string, Value>>
}

const LONGEST_VALUE = 200

/** A value as a sentence shows it. */
function showValue(value: Value | undefined): string {
  if (value === undefined || value === null) return 'missing'
  const text = JSON.stringify(value)
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
}

/** `name is "db" and mtu is "9000"` */
export const showValues = (values: WhyStage['values']): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} is ${showValue(value)}`)
    .join(' and ')
