import type { IndexParts } from '../parts.ts'
import { numbersOf } from './part-of.ts'

/** A list of numbers per key, from zero: those of key k are in `values` from `starts[k]` up to `starts[k + 1]`. */
export type IndexLists = { readonly starts: Uint32Array; readonly values: Uint32Array }

/** Pairs of key and value, to be grouped into lists. */
export type Pairs = { readonly keys: number[]; readonly values: number[] }

/** Groups pairs by key; values keep their order. */
export function groupByKey({ keys, values }: Pairs, keyCount: number): IndexLists {
  const starts = new Uint32Array(keyCount + 1)
  for (const key of keys) starts[key + 1]! += 1
  for (let key = 0; key < keyCount; key++) starts[key + 1]! += starts[key]!
  const next = starts.slice()
  const grouped = new Uint32Array(keys.length)
  keys.forEach((key, at) => {
    grouped[next[key]!++] = values[at]!
  })
  return { starts, values: grouped }
}

export function listParts(name: string, { starts, values }: IndexLists): IndexParts {
  return { [`${name}.starts`]: starts, [`${name}.values`]: values }
}

export function openLists(parts: IndexParts, name: string): IndexLists {
  return { starts: numbersOf(parts, `${name}.starts`), values: numbersOf(parts, `${name}.values`) }
}
