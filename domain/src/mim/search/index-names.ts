import type { IndexParts } from '../parts.ts'
import { foldText } from './fold-text.ts'
import { gramParts, indexGrams } from './grams.ts'
import type { Numbering } from './layout.ts'
import { groupByKey, listParts, type Pairs } from './lists.ts'
import { indexStarts, startParts } from './name-starts.ts'
import { orderByEnding } from './near-texts.ts'
import type { SearchSource } from './search-source.ts'
import { textParts, writeTexts } from './text-list.ts'
import { wordStarts } from './word-starts.ts'

type Name = { readonly entries: number[]; readonly starts: Set<number> }

/** The parts for finding entries by name. Names that differ only in case are one name with several entries. */
export function indexNames(source: SearchSource, layout: Numbering): IndexParts {
  const names = collectNames(source, layout)
  const sorted = [...names.keys()].sort()
  const texts = writeTexts(sorted)
  const inOrder = sorted.map((text) => names.get(text)!)
  const pairs: Pairs = {
    keys: inOrder.flatMap(({ entries }, name) => entries.map(() => name)),
    values: inOrder.flatMap(({ entries }) => entries),
  }
  return {
    ...textParts('search.names', texts),
    'search.names.byEnding': orderByEnding(texts),
    ...gramParts('search.names', indexGrams(texts)),
    ...startParts(
      'search.names',
      indexStarts(texts, (name) => inOrder[name]!.starts),
    ),
    ...listParts('search.names.entries', groupByKey(pairs, sorted.length)),
  }
}

function collectNames(source: SearchSource, layout: Numbering): Map<string, Name> {
  const names = new Map<string, Name>()
  entryNames(source, layout).forEach((text, entry) => {
    const folded = foldText(text)
    const name = names.get(folded) ?? { entries: [], starts: new Set() }
    name.entries.push(entry)
    for (const start of wordStarts(text)) name.starts.add(start)
    names.set(folded, name)
  })
  return names
}

function entryNames(source: SearchSource, { propertyCount, propertyStarts, definitions }: Numbering): string[] {
  return [
    ...Array.from({ length: source.classCount }, (_, id) => source.className(id)),
    ...Array.from({ length: propertyCount }, (_, id) => source.definitionName(definitions[propertyStarts[id]!]!)),
    ...Array.from({ length: source.packageCount }, (_, id) => source.packageName(id)),
  ]
}
