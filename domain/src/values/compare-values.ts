import { addressOrder } from './addresses.ts'
import { instantOf } from './instants.ts'
import { compareUnits, naturalKey } from './natural-order.ts'
import { canonicalNumber, compareNumbers, numberText } from './numbers.ts'
import type { Value } from './row.ts'

/** How text is ordered: `eth1/2` before `eth1/10`, or by code unit. */
export const ORDERS = ['natural', 'code'] as const
export type SortOrder = (typeof ORDERS)[number]

/** What kinds of values are ordered by, one after the other: an order across kinds would not be an order. */
const NUMBER = 0
const INSTANT = 1
const ADDRESS = 2
const TEXT = 3

type RankedKey = {
  readonly rank: typeof NUMBER | typeof INSTANT | typeof ADDRESS | typeof TEXT
  readonly number: number
  /** What orders values of the same rank and number. */
  readonly text: string
  readonly original: string
}

/** A value prepared for many comparisons; plain text is its own key. */
export type SortKey = RankedKey | string

/**
 * Orders two values that are not null: numbers (including plain decimal text) by size, then instants, addresses and
 * other text. Each kind comes as a whole, because comparing as numbers only when both are is not an order: 9 < 10,
 * 10 < 1a, 1a < 9.
 */
export function compareValues(a: Value, b: Value, order: SortOrder = 'natural'): number {
  return compareKeys(sortKey(a, order), sortKey(b, order))
}

/** In `code` order instants and addresses are text like any other. */
export function sortKey(value: Value, order: SortOrder = 'natural'): SortKey {
  const text =
    typeof value === 'number' ? numberText(value) : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const number = canonicalNumber(text)
  if (number !== undefined) return { rank: NUMBER, number: Number(number), text: number, original: '' }
  // A number of more than a hundred digits is still a number; only text of that length is not.
  if (typeof value === 'number') return { rank: NUMBER, number: value, text, original: '' }
  return order === 'code' ? text : naturalSortKey(text)
}

function naturalSortKey(text: string): SortKey {
  const instant = instantOf(text)
  if (instant !== undefined) return { rank: INSTANT, number: instant, text: '', original: text }
  const address = addressOrder(text)
  if (address !== undefined) return { rank: ADDRESS, number: 0, text: address, original: text }
  const key = naturalKey(text)
  return key === text ? text : { rank: TEXT, number: 0, text: key, original: text }
}

export function compareKeys(a: SortKey, b: SortKey): number {
  if (typeof a === 'string' && typeof b === 'string') return compareUnits(a, b)
  return compareRanked(typeof a === 'string' ? textKey(a) : a, typeof b === 'string' ? textKey(b) : b)
}

/**
 * The same in a direction: 1 for upwards, -1 for downwards. Text that is no instant comes after all instants in both,
 * as nulls do: `never` is no date, early or late.
 */
export function compareDirected(a: SortKey, b: SortKey, sign: number): number {
  if (isInstant(a) !== isInstant(b) && !isNumber(a) && !isNumber(b)) return isInstant(a) ? -1 : 1
  return compareKeys(a, b) * sign
}

const isInstant = (key: SortKey): boolean => typeof key !== 'string' && key.rank === INSTANT
const isNumber = (key: SortKey): boolean => typeof key !== 'string' && key.rank === NUMBER

const textKey = (text: string): RankedKey => ({ rank: TEXT, number: 0, text, original: text })

function compareRanked(a: RankedKey, b: RankedKey): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  // Different 64-bit counters can be the same double.
  if (a.rank === NUMBER) return a.number - b.number || compareNumbers(a.text, b.text)
  return a.number - b.number || compareUnits(a.text, b.text) || compareUnits(a.original, b.original)
}

/** The values in natural order. Keys are computed once for each value, not for each comparison. */
export function inNaturalOrder(values: readonly Value[]): Value[] {
  const keyed = values.map((value) => ({ value, key: sortKey(value) }))
  return keyed.sort((a, b) => compareKeys(a.key, b.key)).map(({ value }) => value)
}
