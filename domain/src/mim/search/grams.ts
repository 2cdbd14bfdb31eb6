import type { IndexParts } from '../parts.ts'
import { groupByKey, listParts, openLists, type IndexLists, type Pairs } from './lists.ts'
import { numbersOf } from './part-of.ts'
import { equalRange, type TextList } from './text-list.ts'

const GRAM = 3
// The rarest of this many is rare enough, and it bounds the cost of a long text.
const MOST_GRAMS = 64

/**
 * Which texts contain which three bytes: `grams` is sorted, and list k has the texts with gram k, in ascending order.
 */
export type Grams = { readonly grams: Uint32Array; readonly texts: IndexLists }

export function indexGrams(list: TextList): Grams {
  const distinct = new Set<number>()
  visitGrams(list, (gram) => distinct.add(gram))
  const grams = Uint32Array.from(distinct).sort()
  const ids = new Map(Array.from(grams, (gram, id) => [gram, id]))
  const lastText = new Int32Array(grams.length).fill(-1)
  const pairs: Pairs = { keys: [], values: [] }
  visitGrams(list, (gram, text) => {
    const id = ids.get(gram)!
    // A gram that occurs twice in a text counts once.
    if (lastText[id] === text) return
    lastText[id] = text
    pairs.keys.push(id)
    pairs.values.push(text)
  })
  return { grams, texts: groupByKey(pairs, grams.length) }
}

export function gramParts(name: string, { grams, texts }: Grams): IndexParts {
  return { [`${name}.grams`]: grams, ...listParts(`${name}.gramTexts`, texts) }
}

export function openGrams(parts: IndexParts, name: string): Grams {
  return { grams: numbersOf(parts, `${name}.grams`), texts: openLists(parts, `${name}.gramTexts`) }
}

/**
 * Calls `visit` with the id of every text that contains `part`, possibly more than once if it is shorter than three
 * bytes.
 */
export function eachContaining(list: TextList, grams: Grams, part: Uint8Array, visit: (text: number) => void): void {
  if (part.length < GRAM) {
    eachHoldingShort(list, grams, part, visit)
    return
  }
  const { starts, values } = grams.texts
  const rarest = rarestGram(grams, part)
  if (rarest === -1) return
  for (let at = starts[rarest]!; at < starts[rarest + 1]!; at++) {
    const text = values[at]!
    if (part.length === GRAM || holds(list, text, part)) visit(text)
  }
}

function rarestGram({ grams, texts: { starts } }: Grams, part: Uint8Array): number {
  let rarest = -1
  let fewest = Infinity
  const last = Math.min(part.length - GRAM, MOST_GRAMS)
  for (let at = 0; at <= last; at++) {
    const gram = gramAt(part, at)
    const { from, to } = equalRange(grams.length, (id) => grams[id]! - gram)
    if (from === to) return -1
    const count = starts[to]! - starts[from]!
    if (count >= fewest) continue
    rarest = from
    fewest = count
  }
  return rarest
}

/**
 * A part shorter than a gram is looked up as the beginning of one. No gram begins in the last two bytes, so those are
 * scanned.
 */
function eachHoldingShort(
  list: TextList,
  { grams, texts: { starts, values } }: Grams,
  part: Uint8Array,
  visit: (text: number) => void,
): void {
  const shift = 8 * (GRAM - part.length)
  const wanted = part.reduce((sum, byte) => (sum << 8) | byte, 0)
  const { from, to } = equalRange(grams.length, (id) => (grams[id]! >>> shift) - wanted)
  for (let at = starts[from]!; at < starts[to]!; at++) visit(values[at]!)
  for (let text = 0; text < list.count; text++) if (holds(list, text, part, GRAM - 1)) visit(text)
}

/** Whether the text, or its last bytes, contain the part. */
function holds({ heap, offsets }: TextList, text: number, part: Uint8Array, lastBytes = Infinity): boolean {
  const end = offsets[text + 1]!
  for (let from = Math.max(offsets[text]!, end - lastBytes); from <= end - part.length; from++) {
    let at = 0
    while (at < part.length && heap[from + at] === part[at]) at++
    if (at === part.length) return true
  }
  return false
}

function visitGrams({ heap, offsets, count }: TextList, visit: (gram: number, text: number) => void): void {
  for (let text = 0; text < count; text++) {
    const last = offsets[text + 1]! - GRAM
    for (let at = offsets[text]!; at <= last; at++) visit(gramAt(heap, at), text)
  }
}

function gramAt(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!
}
