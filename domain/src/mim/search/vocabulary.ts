import { type IndexLists, type Pairs, groupByKey } from './lists.ts'

/** Distinct texts, numbered in order of appearance. */
export type TextNumbers = Map<string, number>

export function numberOf(vocabulary: TextNumbers, text: string): number {
  const known = vocabulary.get(text)
  if (known !== undefined) return known
  vocabulary.set(text, vocabulary.size)
  return vocabulary.size - 1
}

/** The sorted texts and, for each number from `numberOf`, the position of its text among them. */
export function sortVocabulary(vocabulary: TextNumbers): {
  readonly sorted: readonly string[]
  readonly places: Uint32Array
} {
  const sorted = [...vocabulary.keys()].sort()
  const places = new Uint32Array(sorted.length)
  sorted.forEach((text, place) => {
    places[vocabulary.get(text)!] = place
  })
  return { sorted, places }
}

/** Groups pairs collected by number into lists by position. */
export function listsByPlace({ keys, values }: Pairs, places: Uint32Array): IndexLists {
  return groupByKey({ keys: keys.map((key) => places[key]!), values }, places.length)
}
