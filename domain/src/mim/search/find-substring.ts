import { foldText, foldedBytes } from './fold-text.ts'
import { eachContaining } from './grams.ts'
import type { IndexLists } from './lists.ts'
import type { SearchIndex } from './search-index.ts'

/** Ids of the classes whose name or label contains the text, in the order of their names; an empty text matches all. */
export function findSubstring({ names, labels, layout, classesByName }: SearchIndex, text: string): Uint32Array {
  if (text === '') return classesByName.slice()
  const part = foldedBytes(foldText(text))
  const hit = new Uint8Array(layout.classCount)
  const mark = ({ starts, values }: IndexLists, key: number) => {
    // Classes come first among both entries and documents. Writing beyond them has no effect.
    for (let at = starts[key]!; at < starts[key + 1]!; at++) hit[values[at]!] = 1
  }
  eachContaining(names.texts, names.grams, part, (name) => mark(names.entries, name))
  eachContaining(labels.texts, labels.grams, part, (label) => mark(labels.documents, label))
  const found = new Uint32Array(layout.classCount)
  let count = 0
  for (const id of classesByName) if (hit[id] === 1) found[count++] = id
  return found.slice(0, count)
}
