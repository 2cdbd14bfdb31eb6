import { canonicalNumber, compareNumbers, numberText } from '../values/numbers.ts'
import type { Value } from '../values/row.ts'

/** A value prepared for many comparisons. */
export type SortKey = { readonly number: number; readonly text: string } | string

/**
 * Orders two values that are not null: numbers (including plain decimal text) by size and before all text, text by code
 * units. Numbers come first because comparing as numbers only when both are is not an order: 9 < 10, 10 < 1a, 1a < 9.
 */
export function compareValues(a: Value, b: Value): number {
  return compareKeys(sortKey(a), sortKey(b))
}

export function sortKey(value: Value): SortKey {
  const text = typeof value === 'number' ? numberText(value) : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const number = canonicalNumber(text)
  if (number !== undefined) return { number: Number(number), text: number }
  // A number of more than a hundred digits is still a number; only text of that length is not.
  return typeof value === 'number' ? { number: value, text } : text
}

export function compareKeys(a: SortKey, b: SortKey): number {
  if (typeof a === 'string') return typeof b === 'string' ? compareText(a, b) : 1
  // Different 64-bit counters can be the same double.
  return typeof b === 'string' ? -1 : a.number - b.number || compareNumbers(a.text, b.text)
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
