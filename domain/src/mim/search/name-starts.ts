import type { IndexParts } from '../parts.ts'
import { partBytes, numbersOf } from './part-of.ts'
import { compareStart, equalRange, type TextList } from './text-list.ts'

/**
 * Every position in the names where a word starts, sorted by the rest of the name, so that a single lookup finds all
 * names with a word, or several joined ones, that begin with a text: `bd` finds fvBD and fvBDDef.
 */
export type NameStarts = {
  /** Positions in the heap of the names. */
  readonly positions: Uint32Array
  /** The name of each position. */
  readonly names: Uint32Array
  /** Per byte of the heap: 1 where a word starts. */
  readonly marks: Uint8Array
}

/** A position in a name where the wanted text is found at the start of a word. */
export type StartFound = {
  readonly name: number
  /** Number of bytes of the name before it. */
  readonly before: number
  /** Number of bytes of the name after it. */
  readonly behind: number
  /** Whether it ends at the end of a word. */
  readonly wholeWord: boolean
}

/** `startsOf` gives the word starts of a name by its id. */
export function indexStarts(list: TextList, startsOf: (name: number) => Iterable<number>): NameStarts {
  const marks = new Uint8Array(list.heap.length)
  const owners = new Uint32Array(list.heap.length)
  const positions: number[] = []
  for (let name = 0; name < list.count; name++) {
    for (const start of startsOf(name)) {
      const position = list.offsets[name]! + start
      marks[position] = 1
      owners[position] = name
      positions.push(position)
    }
  }
  const sorted = Uint32Array.from(positions).sort((a, b) => compareRest(list, owners, a, b))
  return { positions: sorted, names: sorted.map((position) => owners[position]!), marks }
}

function compareRest({ heap, offsets }: TextList, owners: Uint32Array, a: number, b: number): number {
  const lengthOfA = offsets[owners[a]! + 1]! - a
  const lengthOfB = offsets[owners[b]! + 1]! - b
  const shared = Math.min(lengthOfA, lengthOfB)
  for (let at = 0; at < shared; at++) {
    const difference = heap[a + at]! - heap[b + at]!
    if (difference !== 0) return difference
  }
  return lengthOfA - lengthOfB
}

export function startParts(name: string, { positions, names, marks }: NameStarts): IndexParts {
  return { [`${name}.positions`]: positions, [`${name}.positionNames`]: names, [`${name}.marks`]: marks }
}

export function openStarts(parts: IndexParts, name: string): NameStarts {
  return {
    positions: numbersOf(parts, `${name}.positions`),
    names: numbersOf(parts, `${name}.positionNames`),
    marks: partBytes(parts, `${name}.marks`),
  }
}

/** Calls `visit` for every position where `wanted` begins at the start of a word, possibly several times per name. */
export function eachStart(
  list: TextList,
  starts: NameStarts,
  wanted: Uint8Array,
  visit: (found: StartFound) => void,
): void {
  const { heap, offsets } = list
  const { positions, names, marks } = starts
  const { from, to } = equalRange(positions.length, (at) =>
    compareStart(heap, positions[at]!, offsets[names[at]! + 1]!, wanted),
  )
  for (let at = from; at < to; at++) {
    const name = names[at]!
    const end = positions[at]! + wanted.length
    const behind = offsets[name + 1]! - end
    visit({ name, before: positions[at]! - offsets[name]!, behind, wholeWord: behind === 0 || marks[end] === 1 })
  }
}
