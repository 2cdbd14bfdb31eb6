import { compareStart, findText, equalRange, textsStarting, type TextList } from './text-list.ts'

/** The texts of a list, sorted by their bytes read backwards. */
export function orderByEnding({ heap, offsets, count }: TextList): Uint32Array {
  return Uint32Array.from({ length: count }, (_, id) => id).sort((a, b) => {
    let left = offsets[a + 1]! - 1
    let right = offsets[b + 1]! - 1
    while (left >= offsets[a]! && right >= offsets[b]! && heap[left] === heap[right]) {
      left--
      right--
    }
    return (left < offsets[a]! ? -1 : heap[left]!) - (right < offsets[b]! ? -1 : heap[right]!)
  })
}

/**
 * Ids of the texts equal to `wanted` or one typo away: a byte inserted, removed or replaced, or two adjacent ones
 * swapped. Misses none: one typo leaves the first or the second half of the text intact, except for a swap across the
 * middle, which is looked up separately.
 */
export function nearTexts(list: TextList, byEnding: Uint32Array, wanted: Uint8Array): Set<number> {
  const half = wanted.length >>> 1
  const near = new Set<number>()
  const consider = (id: number) => {
    if (isNear(list, id, wanted)) near.add(id)
  }
  const starting = textsStarting(list, wanted.subarray(0, half))
  for (let id = starting.from; id < starting.to; id++) consider(id)
  const ending = textsEnding(list, byEnding, wanted.subarray(half))
  for (let at = ending.from; at < ending.to; at++) consider(byEnding[at]!)
  const swapped = findText(list, swapAt(wanted, half))
  if (swapped !== -1) near.add(swapped)
  return near
}

function textsEnding({ heap, offsets }: TextList, byEnding: Uint32Array, ending: Uint8Array) {
  const backwards = ending.slice().reverse()
  const tail = new Uint8Array(backwards.length)
  return equalRange(byEnding.length, (at) => {
    const id = byEnding[at]!
    const length = Math.min(tail.length, offsets[id + 1]! - offsets[id]!)
    for (let step = 0; step < length; step++) tail[step] = heap[offsets[id + 1]! - 1 - step]!
    return compareStart(tail, 0, length, backwards)
  })
}

function swapAt(bytes: Uint8Array, at: number): Uint8Array {
  const swapped = bytes.slice()
  if (at === 0 || at >= bytes.length) return swapped
  swapped[at - 1] = bytes[at]!
  swapped[at] = bytes[at - 1]!
  return swapped
}

function isNear({ heap, offsets }: TextList, id: number, wanted: Uint8Array): boolean {
  const from = offsets[id]!
  const length = offsets[id + 1]! - from
  const shorter = Math.min(length, wanted.length)
  const difference = length - wanted.length
  if (difference > 1 || difference < -1) return false
  let start = 0
  while (start < shorter && heap[from + start] === wanted[start]) start++
  let end = 0
  while (end < shorter - start && heap[from + length - 1 - end] === wanted[wanted.length - 1 - end]) end++
  const between = Math.max(length, wanted.length) - start - end
  if (between <= 1) return true
  return (
    difference === 0 &&
    between === 2 &&
    heap[from + start] === wanted[start + 1] &&
    heap[from + start + 1] === wanted[start]
  )
}
