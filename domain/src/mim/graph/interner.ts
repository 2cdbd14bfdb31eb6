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
  readonly parents: readonly number[]
  readonly segments: readonly number[]
}

/** The parent of a first segment. */
export const NO_PATH = 0xffffffff

// More than there will ever be texts, while keys made of two numbers stay below 2^53.
const SPREAD = 2 ** 26

export function createPathInterner(texts: Interner): PathInterner {
  const ids = new Map<number, number>()
  const parents: number[] = []
  const segments: number[] = []
  const step = (parent: number, segment: number) => {
    const key = (parent === NO_PATH ? 0 : parent + 1) * SPREAD + segment
    const known = ids.get(key)
    if (known !== undefined) return known
    ids.set(key, parents.length)
    parents.push(parent)
    return segments.push(segment) - 1
  }
  return {
    id: (path) => path.split('/').reduce((parent, segment) => step(parent, texts.id(segment)), NO_PATH),
    parents,
    segments,
  }
}
