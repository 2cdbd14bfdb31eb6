import { createRowInterner } from './row-interner.ts'

/** Numbers distinct texts in order of appearance. */
export type Interner = { id(text: string): number; readonly texts: readonly string[] }

export function createInterner(): Interner {
  const ids = new Map<string, number>()
  const texts: string[] = []
  const id = (text: string) => {
    const known = ids.get(text)
    if (known !== undefined) return known
    ids.set(text, texts.length)
    return texts.push(text) - 1
  }
  return { id, texts }
}

/** Paths as a tree: the formats of a class begin with those of its containers, so shared prefixes are stored once. */
export type PathInterner = {
  id(path: string): number
  parents(): Uint32Array
  segments(): Uint32Array
}

/** The parent of a first segment. */
export const NO_PATH = 0xffffffff

const SEPARATOR = '/'.charCodeAt(0)

export function createPathInterner(texts: Interner): PathInterner {
  const rows = createRowInterner(2)
  // The formats of a class are sorted, so most of them begin as the one before: those steps need no lookup.
  let before = ''
  /** Where the segments of the path before end, and the step of each. */
  const ends: number[] = []
  const steps: number[] = []

  return {
    id: (path) => {
      const known = sharedSegments(before, path, ends)
      let step = steps[known - 1] ?? NO_PATH
      let start = known === 0 ? 0 : ends[known - 1]! + 1
      ends.length = steps.length = known
      while (start <= path.length) {
        const next = path.indexOf('/', start)
        const end = next === -1 ? path.length : next
        step = rows.id([step, texts.id(path.slice(start, end))])
        ends.push(end)
        steps.push(step)
        start = end + 1
      }
      before = path
      return step
    },
    parents: () => rows.column(0),
    segments: () => rows.column(1),
  }
}

/** How many whole segments of one path, which end there, another one begins with. */
function sharedSegments(path: string, other: string, ends: readonly number[]): number {
  let same = 0
  while (same < path.length && same < other.length && path.charCodeAt(same) === other.charCodeAt(same)) same++
  let count = 0
  for (const end of ends) {
    const isWhole = end < same || (end === same && isEnd(path, end) && isEnd(other, end))
    if (!isWhole) break
    count++
  }
  return count
}

const isEnd = (path: string, at: number): boolean => at === path.length || path.charCodeAt(at) === SEPARATOR
