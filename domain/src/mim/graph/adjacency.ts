import type { IndexLists } from '../search/lists.ts'

/** Converts lists of numbers to two arrays. */
export function listsOf(lists: readonly (readonly number[])[]): IndexLists {
  const starts = new Uint32Array(lists.length + 1)
  lists.forEach((list, at) => {
    starts[at + 1] = starts[at]! + list.length
  })
  const values = new Uint32Array(starts[lists.length]!)
  lists.forEach((list, at) => {
    values.set(list, starts[at])
  })
  return { starts, values }
}

/** The same edges from the other end, each list in ascending order. */
export function reversed(lists: IndexLists, keyCount: number): IndexLists {
  const starts = new Uint32Array(keyCount + 1)
  for (const value of lists.values) starts[value + 1]! += 1
  for (let key = 0; key < keyCount; key++) starts[key + 1]! += starts[key]!
  const next = starts.slice()
  const values = new Uint32Array(lists.values.length)
  for (let from = 0; from + 1 < lists.starts.length; from++) {
    for (const to of listAt(lists, from)) values[next[to]!++] = from
  }
  return { starts, values }
}

/** A view, not a copy; empty for an unknown key. */
export function listAt({ starts, values }: IndexLists, key: number): Uint32Array {
  return values.subarray(starts[key] ?? 0, starts[key + 1] ?? 0)
}

/** The values below a limit in an ascending list: ids of imported classes come before those only mentioned. */
export function valuesBelow(limit: number, rising: Uint32Array): Uint32Array {
  let from = 0
  let to = rising.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if (rising[middle]! < limit) from = middle + 1
    else to = middle
  }
  return rising.subarray(0, from)
}
