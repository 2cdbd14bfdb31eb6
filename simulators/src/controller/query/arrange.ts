import { compareValues, type Ordering } from '../filter/comparisons.ts'
import { readAttribute } from '../model/layout.ts'
import type { ManagedObject } from '../model/managed-object.ts'
import type { ObjectStore } from '../model/object-store.ts'
import type { Query, SortKey } from './query.ts'

type Comparator = (left: ManagedObject, right: ManagedObject) => number

/** Objects in the order in which pages are cut. */
export type Arrangement = { readonly total: number; slice(from: number, to: number, turn: number): ManagedObject[] }

/**
 * Without `order-by` the order differs for every request (numbered by `turn`); with it, objects with equal sort values
 * swap places. A client that pages without a unique sort order must notice.
 */
export function arrange(objects: readonly ManagedObject[], query: Query, store: ObjectStore): Arrangement {
  if (query.sort.length === 0)
    return { total: objects.length, slice: (from, to, turn) => shuffledSlice(objects, from, to, turn) }
  const compare = comparatorOf(query.sort, store)
  const sorted = isSorted(objects, compare) ? objects : [...objects].sort(compare)
  return { total: sorted.length, slice: (from, to, turn) => sliceWithTies(sorted, compare, from, to, turn) }
}

/** Steps through the list with a stride coprime to its length, so that each turn is a different permutation. */
function shuffledSlice(objects: readonly ManagedObject[], from: number, to: number, turn: number): ManagedObject[] {
  const count = objects.length
  const stride = primeTo(count, 1 + ((turn * 7919) % Math.max(1, count)))
  return range(from, Math.min(to, count)).map((index) => objects[(turn + index * stride) % count]!)
}

function primeTo(count: number, start: number): number {
  for (let stride = start; ; stride++) if (greatestCommonDivisor(stride, count) === 1) return stride
}

function greatestCommonDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestCommonDivisor(right, left % right)
}

function sliceWithTies(
  sorted: readonly ManagedObject[],
  compare: Comparator,
  from: number,
  to: number,
  turn: number,
): ManagedObject[] {
  const slice: ManagedObject[] = []
  for (let at = Math.min(from, sorted.length); at < Math.min(to, sorted.length); at++) {
    const [start, end] = tieAround(sorted, compare, at)
    for (let index = at; index < Math.min(end, to); index++)
      slice.push(sorted[start + ((index - start + turn) % (end - start))]!)
    at = Math.min(end, to) - 1
  }
  return slice
}

function tieAround(sorted: readonly ManagedObject[], compare: Comparator, at: number): [number, number] {
  let start = at
  let end = at + 1
  while (start > 0 && compare(sorted[start - 1]!, sorted[at]!) === 0) start--
  while (end < sorted.length && compare(sorted[end]!, sorted[at]!) === 0) end++
  return [start, end]
}

function comparatorOf(sort: readonly SortKey[], store: ObjectStore): Comparator {
  const comparators = sort.map((key) => compareBy(key, store))
  if (comparators.length === 1) return comparators[0]!
  return (left, right) => {
    for (const compare of comparators) {
      const order = compare(left, right)
      if (order !== 0) return order
    }
    return 0
  }
}

function compareBy({ className, property, descending }: SortKey, store: ObjectStore): Comparator {
  const sign = descending ? -1 : 1
  if (property === 'dn') return (left, right) => sign * (left.dn < right.dn ? -1 : left.dn > right.dn ? 1 : 0)
  const classes = new Set(store.concreteClasses(className))
  const info = store.table.get(className)?.properties.get(property)
  const ordering: Ordering = info ? (info.numeric ? 'numeric' : 'text') : 'unknown'
  const read = (object: ManagedObject) =>
    classes.has(object.layout.className) ? (readAttribute(object, property) ?? '') : ''
  return (left, right) => sign * compareValues(read(left), read(right), ordering)
}

/** Class indexes are already in DN order; checking is cheaper than sorting again. */
function isSorted(objects: readonly ManagedObject[], compare: Comparator): boolean {
  for (let index = 1; index < objects.length; index++)
    if (compare(objects[index - 1]!, objects[index]!) > 0) return false
  return true
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}
