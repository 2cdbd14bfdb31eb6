import type { IndexParts } from '../parts.ts'
import { foldText, foldedWords } from './fold-text.ts'
import { gramParts, indexGrams } from './grams.ts'
import type { Numbering } from './layout.ts'
import { listParts, type Pairs } from './lists.ts'
import { orderByEnding } from './near-texts.ts'
import type { SearchSource } from './search-source.ts'
import { textParts, writeTexts } from './text-list.ts'
import { listsByPlace, numberOf, sortVocabulary, type TextNumbers } from './vocabulary.ts'

type DocumentText = { readonly label: string; readonly description: string }

/** The parts for finding documents by their whole label, and classes by any part of it. */
export function indexLabels(source: SearchSource, layout: Numbering): IndexParts {
  const vocabulary: TextNumbers = new Map()
  const pairs: Pairs = { keys: [], values: [] }
  eachDocumentText(source, layout, ({ label }, document) => {
    if (label !== '') addWords(pairs, vocabulary, [foldText(label)], document)
  })
  const { sorted, places } = sortVocabulary(vocabulary)
  const texts = writeTexts(sorted)
  return {
    ...textParts('search.labels', texts),
    'search.labels.byEnding': orderByEnding(texts),
    ...gramParts('search.labels', indexGrams(texts)),
    ...listParts('search.labels.documents', listsByPlace(pairs, places)),
  }
}

/** The parts for finding documents by the words of their labels and descriptions. */
export function indexWords(source: SearchSource, layout: Numbering): IndexParts {
  const vocabulary: TextNumbers = new Map()
  const inLabels: Pairs = { keys: [], values: [] }
  const inDescriptions: Pairs = { keys: [], values: [] }
  eachDocumentText(source, layout, ({ label, description }, document) => {
    addWords(inLabels, vocabulary, new Set(foldedWords(label)), document)
    addWords(inDescriptions, vocabulary, new Set(foldedWords(description)), document)
  })
  const { sorted, places } = sortVocabulary(vocabulary)
  const texts = writeTexts(sorted)
  return {
    ...textParts('search.words', texts),
    'search.words.byEnding': orderByEnding(texts),
    ...listParts('search.words.inLabels', listsByPlace(inLabels, places)),
    ...listParts('search.words.inDescriptions', listsByPlace(inDescriptions, places)),
  }
}

function addWords(pairs: Pairs, vocabulary: TextNumbers, words: Iterable<string>, document: number): void {
  for (const word of words) {
    pairs.keys.push(numberOf(vocabulary, word))
    pairs.values.push(document)
  }
}

function eachDocumentText(
  source: SearchSource,
  layout: Numbering,
  visit: (text: DocumentText, document: number) => void,
): void {
  let document = 0
  for (let id = 0; id < layout.classCount; id++) {
    visit({ label: source.classLabel(id), description: source.classDescription(id) }, document++)
  }
  for (const id of layout.definitions) {
    visit({ label: source.definitionLabel(id), description: source.definitionDescription(id) }, document++)
  }
  for (let id = 0; id < layout.packageCount; id++)
    visit({ label: '', description: source.packageDescription(id) }, document++)
}
