import type { JoinKeys } from './join-keys.ts'
import type { TableRow } from './table-row.ts'

/** The rows of one table, one per match; undefined where a `left` edge found nothing. */
export type MatchedRows = readonly (TableRow | undefined)[]

/** Positions of matching rows: the n-th entries of both lists belong together. */
export type RowPairs = { readonly left: readonly number[]; readonly right: readonly number[] }

/** All pairs of a hash join; undefined when there would be more than `most`. */
export function matchColumns(
  left: MatchedRows,
  right: MatchedRows,
  keys: JoinKeys,
  most: number,
): RowPairs | undefined {
  const [indexed, probing] = keys.indexed === 'left' ? [left, right] : [right, left]
  const found = probe(indexColumn(indexed, keys.key), probing, keys, most)
  if (!found) return undefined
  return keys.indexed === 'left'
    ? { left: found.indexed, right: found.probing }
    : { left: found.probing, right: found.indexed }
}

/** 1 for every row on the left that matches any row on the right. The pairs are not built: there may be very many. */
export function findMatched(left: MatchedRows, right: MatchedRows, keys: JoinKeys): Uint8Array {
  const partnered = new Uint8Array(left.length)
  if (keys.indexed === 'right') {
    const { first } = indexColumn(right, keys.key)
    for (const [position, row] of left.entries())
      if (keysOf(row, keys).some((key) => first.has(key))) partnered[position] = 1
    return partnered
  }
  const { first, next } = indexColumn(left, keys.key)
  for (const row of right) {
    for (const key of keysOf(row, keys)) {
      // A chain is marked as a whole, so a marked row means the rest is marked too.
      for (let match = first.get(key) ?? END; match !== END && partnered[match] === 0; match = next[match] ?? END)
        partnered[match] = 1
    }
  }
  return partnered
}

function keysOf(row: TableRow | undefined, { otherKeys }: JoinKeys): readonly string[] {
  const keys = row ? otherKeys(row) : []
  return typeof keys === 'string' ? [keys] : keys
}

/** Whether the row on the left matches the one on the right. */
export function isMatch(
  left: TableRow | undefined,
  right: TableRow | undefined,
  { indexed, key, otherKeys }: JoinKeys,
): boolean {
  if (!left || !right) return false
  const one = key(indexed === 'left' ? left : right)
  const others = otherKeys(indexed === 'left' ? right : left)
  return one !== '' && (typeof others === 'string' ? one === others : others.includes(one))
}

/** Positions by key as chains: the first of each key in a map, every next one in an array. Needs no list per key. */
type Index = { readonly first: ReadonlyMap<string, number>; readonly next: Int32Array }

const END = -1

function indexColumn(column: MatchedRows, key: JoinKeys['key']): Index {
  const first = new Map<string, number>()
  const next = new Int32Array(column.length).fill(END)
  // Backwards, so that chains run forwards.
  for (let position = column.length - 1; position >= 0; position--) {
    const row = column[position]
    const value = row ? key(row) : ''
    if (value === '') continue
    next[position] = first.get(value) ?? END
    first.set(value, position)
  }
  return { first, next }
}

function probe({ first, next }: Index, column: MatchedRows, joinKeys: JoinKeys, most: number) {
  const indexed: number[] = []
  const probing: number[] = []
  for (const [position, row] of column.entries()) {
    for (const key of keysOf(row, joinKeys)) {
      for (let match = first.get(key) ?? END; match !== END; match = next[match] ?? END) {
        if (indexed.length >= most) return undefined
        indexed.push(match)
        probing.push(position)
      }
    }
  }
  return { indexed, probing }
}
