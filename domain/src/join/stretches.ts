/** Rows of one side in the order of their keys. Rows without a key are left out. */
export type Ranking<Key> = {
  /** Positions by rank. */
  readonly order: Int32Array
  /** Ranks by position; -1 for none. */
  readonly rank: Int32Array
  /** Keys by rank. */
  readonly keys: readonly Key[]
}

/**
 * Pairs of rows, without listing them: `ranked` says which side is ranked, and for each row of the other side the
 * stretch `from`..`to` of that ranking matches, as far as `accepts` does not object.
 */
export type Stretches = {
  readonly ranked: 'left' | 'right'
  readonly order: Int32Array
  readonly rank: Int32Array
  readonly from: Int32Array
  readonly to: Int32Array
  readonly accepts?: ((left: number, right: number) => boolean) | undefined
}

type Compare<Key> = (one: Key, other: Key) => number

/** Keys between these two; a range without an end goes on to the last key, one that is `open` leaves out its start. */
export type KeyRange<Key> = { readonly low: Key; readonly high?: Key | undefined; readonly open?: boolean }

export function rankBy<Key>(keys: readonly (Key | undefined)[], compare: Compare<Key>): Ranking<Key> {
  const positions = [...keys.keys()].filter((position) => keys[position] !== undefined)
  positions.sort((one, other) => compare(keys[one]!, keys[other]!))
  const rank = new Int32Array(keys.length).fill(-1)
  for (const [place, position] of positions.entries()) rank[position] = place
  return { order: Int32Array.from(positions), rank, keys: positions.map((position) => keys[position]!) }
}

/** The stretch of a ranking that lies in the range of each row of the other side. */
export function keyStretches<Key>(
  ranked: Stretches['ranked'],
  { order, rank, keys }: Ranking<Key>,
  ranges: readonly (KeyRange<Key> | undefined)[],
  compare: Compare<Key>,
): Stretches {
  const from = new Int32Array(ranges.length)
  const to = new Int32Array(ranges.length)
  for (const [position, range] of ranges.entries()) {
    if (range === undefined) continue
    from[position] = countBelow(keys, range.low, range.open === true, compare)
    to[position] = range.high === undefined ? keys.length : countBelow(keys, range.high, true, compare)
  }
  return { ranked, order, rank, from, to }
}

/** How many of the sorted keys are below a key, or at it if `included`. */
export function countBelow<Key>(keys: readonly Key[], key: Key, included: boolean, compare: Compare<Key>): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = compare(keys[middle]!, key)
    if (order < 0 || (included && order === 0)) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether a pair is one of these. */
export function isInStretches({ ranked, rank, from, to, accepts }: Stretches, left: number, right: number): boolean {
  const place = rank[ranked === 'left' ? left : right]!
  const other = ranked === 'left' ? right : left
  return place >= from[other]! && place < to[other]! && (accepts === undefined || accepts(left, right))
}

/** How many pairs there are, before `accepts`. */
export function countPairs({ from, to }: Stretches): number {
  let count = 0
  for (let position = 0; position < from.length; position++) count += Math.max(0, to[position]! - from[position]!)
  return count
}
