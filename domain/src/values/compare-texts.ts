import { instantOf } from './instants.ts'
import type { Value } from './row.ts'
import { canonicalNumber, compareNumbers, numberText } from './numbers.ts'

/** A value as text: lists are joined with commas, like the controller's flag sets; null is empty. */
export function textOf(value: Value | undefined): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return numberText(value)
  return typeof value === 'boolean' ? String(value) : value.map(textOf).join(',')
}

/** Order of two texts: by number when both are plain numbers, as instants when both are, else by code units. */
export function compareTexts(a: string, b: string): number {
  const numberA = canonicalNumber(a)
  const numberB = numberA === undefined ? undefined : canonicalNumber(b)
  if (numberA !== undefined && numberB !== undefined) return compareNumbers(numberA, numberB)
  const instantA = instantOf(a)
  const instantB = instantA === undefined ? undefined : instantOf(b)
  if (instantA !== undefined && instantB !== undefined) return instantA - instantB
  return a < b ? -1 : a > b ? 1 : 0
}
