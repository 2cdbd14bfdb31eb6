import type { IndexParts } from '../parts.ts'
import { openGrams, type Grams } from './grams.ts'
import { openLayout, type Numbering } from './layout.ts'
import { openLists, type IndexLists } from './lists.ts'
import { openStarts, type NameStarts } from './name-starts.ts'
import { partBytes, numbersOf } from './part-of.ts'
import type { SearchSource } from './search-source.ts'
import { openTexts, type TextList } from './text-list.ts'

/** The distinct lower-case names of classes, properties and packages. */
export type NameIndex = {
  readonly texts: TextList
  readonly byEnding: Uint32Array
  readonly grams: Grams
  readonly starts: NameStarts
  readonly entries: IndexLists
}

/** The distinct lower-case labels. */
export type LabelIndex = {
  readonly texts: TextList
  readonly byEnding: Uint32Array
  readonly grams: Grams
  readonly documents: IndexLists
}

/** The distinct words of labels and descriptions. */
export type WordIndex = {
  readonly texts: TextList
  readonly byEnding: Uint32Array
  readonly inLabels: IndexLists
  readonly inDescriptions: IndexLists
}

/** Everything a search reads. Opening it creates views of the parts and copies nothing. */
export type SearchIndex = {
  readonly layout: Numbering
  readonly names: NameIndex
  readonly labels: LabelIndex
  readonly words: WordIndex
  /** Length of the package name at the start of each class name; 0 if the name does not begin with it. */
  readonly packageLengths: Uint8Array
  /** Class ids in the order of their names. */
  readonly classesByName: Uint32Array
}

export function openIndex(source: SearchSource, parts: IndexParts): SearchIndex {
  return {
    layout: openLayout(parts, source),
    names: {
      texts: openTexts(parts, 'search.names'),
      byEnding: numbersOf(parts, 'search.names.byEnding'),
      grams: openGrams(parts, 'search.names'),
      starts: openStarts(parts, 'search.names'),
      entries: openLists(parts, 'search.names.entries'),
    },
    labels: {
      texts: openTexts(parts, 'search.labels'),
      byEnding: numbersOf(parts, 'search.labels.byEnding'),
      grams: openGrams(parts, 'search.labels'),
      documents: openLists(parts, 'search.labels.documents'),
    },
    words: {
      texts: openTexts(parts, 'search.words'),
      byEnding: numbersOf(parts, 'search.words.byEnding'),
      inLabels: openLists(parts, 'search.words.inLabels'),
      inDescriptions: openLists(parts, 'search.words.inDescriptions'),
    },
    packageLengths: partBytes(parts, 'search.packageLengths'),
    classesByName: numbersOf(parts, 'search.classesByName'),
  }
}
