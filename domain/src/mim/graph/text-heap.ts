import type { IndexParts } from '../parts.ts'
import { partBytes, numbersOf } from '../search/part-of.ts'

/** Texts as consecutive UTF-8 bytes, and the offset of each. */
export function textHeapParts(texts: readonly string[]): IndexParts {
  const encoder = new TextEncoder()
  // A UTF-16 code unit takes at most three bytes; a surrogate pair takes four.
  const heap = new Uint8Array(texts.reduce((sum, text) => sum + 3 * text.length, 0))
  const offsets = new Uint32Array(texts.length + 1)
  let end = 0
  texts.forEach((text, id) => {
    end += encoder.encodeInto(text, heap.subarray(end)).written
    offsets[id + 1] = end
  })
  return { 'graph.texts.heap': heap.slice(0, end), 'graph.texts.offsets': offsets }
}

/** Decodes texts by number on demand. */
export function openTextHeap(parts: IndexParts): (id: number) => string {
  const decoder = new TextDecoder()
  const heap = partBytes(parts, 'graph.texts.heap')
  const offsets = numbersOf(parts, 'graph.texts.offsets')
  return (id) => decoder.decode(heap.subarray(offsets[id], offsets[id + 1]))
}
