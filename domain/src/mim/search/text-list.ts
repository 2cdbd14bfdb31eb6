import type { IndexParts } from '../parts.ts'
import { partBytes, numbersOf } from './part-of.ts'

/** Distinct texts as consecutive bytes, in byte order: text k is in `heap` from `offsets[k]` up to `offsets[k + 1]`. */
export type TextList = { readonly heap: Uint8Array; readonly offsets: Uint32Array; readonly count: number }

/** Numbers from `from` up to but excluding `to`. */
type Range = { readonly from: number; readonly to: number }

/** Writes folded texts, which must be distinct and sorted. */
export function writeTexts(sorted: readonly string[]): TextList {
  const offsets = new Uint32Array(sorted.length + 1)
  sorted.forEach((text, id) => {
    offsets[id + 1] = offsets[id]! + text.length
  })
  const heap = new Uint8Array(offsets[sorted.length]!)
  sorted.forEach((text, id) => {
    for (let at = 0; at < text.length; at++) heap[offsets[id]! + at] = text.charCodeAt(at)
  })
  return { heap, offsets, count: sorted.length }
}

export function textParts(name: string, { heap, offsets }: TextList): IndexParts {
  return { [`${name}.heap`]: heap, [`${name}.offsets`]: offsets }
}

export function openTexts(parts: IndexParts, name: string): TextList {
  const offsets = numbersOf(parts, `${name}.offsets`)
  return { heap: partBytes(parts, `${name}.heap`), offsets, count: offsets.length - 1 }
}

/** The id of a text; -1 if it is not in the list. */
export function findText(list: TextList, text: Uint8Array): number {
  const { from, to } = textsStarting(list, text)
  // The shortest text with this prefix comes first.
  return from < to && list.offsets[from + 1]! - list.offsets[from]! === text.length ? from : -1
}

/** Ids of the texts that start with `prefix`. */
export function textsStarting({ heap, offsets, count }: TextList, prefix: Uint8Array): Range {
  return equalRange(count, (id) => compareStart(heap, offsets[id]!, offsets[id + 1]!, prefix))
}

/** The numbers below `count` for which a non-decreasing comparison is zero. */
export function equalRange(count: number, compare: (at: number) => number): Range {
  const from = firstOf(0, count, (at) => compare(at) >= 0)
  return { from, to: firstOf(from, count, (at) => compare(at) > 0) }
}

function firstOf(from: number, to: number, holds: (at: number) => boolean): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** Compares the bytes `from` to `to` with a prefix: 0 if they start with it. */
export function compareStart(heap: Uint8Array, from: number, to: number, prefix: Uint8Array): number {
  const shared = Math.min(to - from, prefix.length)
  for (let at = 0; at < shared; at++) {
    const difference = heap[from + at]! - prefix[at]!
    if (difference !== 0) return difference
  }
  return shared === prefix.length ? 0 : -1
}
