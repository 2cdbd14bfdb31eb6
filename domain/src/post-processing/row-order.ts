import { type Static, Type } from 'typebox'
import { cellOf } from '../values/cells.ts'
import type { Row, Value } from '../values/row.ts'
import { ColumnName } from './column-schema.ts'
import { compareDirected, ORDERS, type SortKey, sortKey } from '../values/compare-values.ts'

const Direction = Type.Enum(['asc', 'desc'])
const SortColumn = Type.Object({
  column: ColumnName,
  direction: Type.Optional(Direction),
  order: Type.Optional(Type.Enum([...ORDERS])),
})

/** Columns that rows are ordered by, the first one first. */
export const SortColumns = Type.Array(SortColumn, { minItems: 1, maxItems: 50 })
export type SortColumns = Static<typeof SortColumns>

/**
 * What a row is ordered by in one column: the place of its value among those of the column, or the key of the value
 * where they are too many to be placed.
 */
type Key = number | SortKey | null

/** A row prepared for many comparisons with rows of the same table. */
type Keyed<Item> = { readonly item: Item; readonly keys: readonly Key[] }

/** A column with more values has no places: its values would fill the memory, and few of them come twice. */
const MOST_PLACED = 10_000
/** Where values have fewer, places would save little. */
const LEAST_ROWS_A_VALUE = 8

/**
 * Sorts what has rows, the first column first. Equal ones keep their order; nulls are last in both directions. The key
 * of a value is computed once, however many rows have it, and compared only with those of other values.
 */
export function sortByRows<Item>(items: readonly Item[], rowOf: (item: Item) => Row, by: SortColumns): Sorted<Item> {
  const columns = by.map((one) => keysOfColumn(items, rowOf, one))
  const signs = by.map(signOf)
  const compare = (a: Keyed<Item>, b: Keyed<Item>): number => compareKeyed(a, b, signs)
  const keyed = items.map((item, at) => ({ item, keys: columns.map((keys) => keys[at] ?? null) })).sort(compare)
  return {
    items: keyed.map(({ item }) => item),
    isEqualToPrevious: (at) => at > 0 && compare(keyed[at - 1]!, keyed[at]!) === 0,
  }
}

export type Sorted<Item> = {
  readonly items: readonly Item[]
  /** Whether none of the columns sets the item at this place apart from the one before. */
  readonly isEqualToPrevious: (at: number) => boolean
}

type SortColumn = SortColumns[number]
type Placed = { readonly key: SortKey; place: number }

const signOf = ({ direction = 'asc' }: SortColumn): number => (direction === 'asc' ? 1 : -1)

function keysOfColumn<Item>(items: readonly Item[], rowOf: (item: Item) => Row, by: SortColumn): readonly Key[] {
  const valueAt = (at: number): Value => cellOf(rowOf(items[at]!), by.column)
  const { known, placed } = placeWhileFew(items.length, valueAt, by)
  if (placed.length === items.length) {
    givePlaces([...known.values()], signOf(by))
    return placed.map((one) => one && one.place)
  }
  const keys = placed.map((one) => one && one.key)
  for (let at = keys.length; at < items.length; at++) {
    const value = valueAt(at)
    keys.push(value === null ? null : sortKey(value, by.order))
  }
  return keys
}

/** Up to the first value that is one too many. */
function placeWhileFew(count: number, valueAt: (at: number) => Value, { order }: SortColumn) {
  const most = Math.min(MOST_PLACED, count / LEAST_ROWS_A_VALUE)
  const known = new Map<Value, Placed>()
  const placed: (Placed | null)[] = []
  for (let at = 0; at < count; at++) {
    const value = valueAt(at)
    let one = value === null ? null : known.get(value)
    if (one === undefined) {
      if (known.size >= most) break
      one = { key: sortKey(value, order), place: 0 }
      known.set(value, one)
    }
    placed.push(one)
  }
  return { known, placed }
}

/** Equal keys, such as those of 1 and `1.0`, get the same place. */
function givePlaces(all: Placed[], sign: number): void {
  all.sort((a, b) => compareDirected(a.key, b.key, sign))
  for (const [at, one] of all.entries()) {
    const previous = all[at - 1]
    const isEqual = previous !== undefined && compareDirected(previous.key, one.key, sign) === 0
    one.place = isEqual ? previous.place : at
  }
}

function compareKeyed(a: Keyed<unknown>, b: Keyed<unknown>, signs: readonly number[]): number {
  for (let index = 0; index < signs.length; index++) {
    const left = a.keys[index] ?? null
    const right = b.keys[index] ?? null
    if (left === null || right === null) {
      if (left !== right) return left === null ? 1 : -1
      continue
    }
    // A column has either places or keys.
    const order =
      typeof left === 'number' || typeof right === 'number'
        ? Number(left) - Number(right)
        : compareDirected(left, right, signs[index] ?? 1)
    if (order !== 0) return order
  }
  return 0
}
