import { raise, type LevelBoard } from './board.ts'
import { typeOfDocument, type Numbering } from './layout.ts'
import { LEVELS } from './levels.ts'
import type { IndexLists } from './lists.ts'
import { nearTexts } from './near-texts.ts'
import type { SearchIndex } from './search-index.ts'
import { findText, textsStarting } from './text-list.ts'

// Too many words start with a given letter or two for the user to mean all of them.
const SHORTEST_PREFIX = 3
const SHORTEST_TYPO = 3

type TextLevels = { readonly level: number; readonly propertyLevel: number }
type WordLevels = { readonly inLabel: TextLevels; readonly inDescription: TextLevels }
const LABEL_WORD: TextLevels = { level: LEVELS.labelWord, propertyLevel: LEVELS.propertyLabelWord }
const LABEL_PREFIX: TextLevels = { level: LEVELS.labelWordPrefix, propertyLevel: LEVELS.propertyLabelWordPrefix }
const LABEL_TYPO: TextLevels = { level: LEVELS.labelTypo, propertyLevel: LEVELS.propertyLabelTypo }
const DESCRIPTION_WORD: TextLevels = { level: LEVELS.descriptionWord, propertyLevel: LEVELS.propertyDescriptionWord }
const DESCRIPTION_PREFIX: TextLevels = {
  level: LEVELS.descriptionWordPrefix,
  propertyLevel: LEVELS.propertyDescriptionWordPrefix,
}
const DESCRIPTION_TYPO: TextLevels = { level: LEVELS.descriptionTypo, propertyLevel: LEVELS.propertyDescriptionTypo }
const WORD: WordLevels = { inLabel: LABEL_WORD, inDescription: DESCRIPTION_WORD }
const PREFIX: WordLevels = { inLabel: LABEL_PREFIX, inDescription: DESCRIPTION_PREFIX }
const TYPO: WordLevels = { inLabel: LABEL_TYPO, inDescription: DESCRIPTION_TYPO }

/** Raises documents whose label or description has the word or, from three letters on, a word that starts with it. */
export function matchTextWords(index: SearchIndex, word: Uint8Array, board: LevelBoard): void {
  const exact = findText(index.words.texts, word)
  if (exact !== -1) raiseWord(index, board, exact, WORD)
  if (word.length < SHORTEST_PREFIX) return
  const { from, to } = textsStarting(index.words.texts, word)
  for (let id = from; id < to; id++) if (id !== exact) raiseWord(index, board, id, PREFIX)
}

/** Raises documents whose label or description has a word one typo away. */
export function matchTextTypos(index: SearchIndex, word: Uint8Array, board: LevelBoard): void {
  if (word.length < SHORTEST_TYPO) return
  for (const id of nearTexts(index.words.texts, index.words.byEnding, word)) raiseWord(index, board, id, TYPO)
}

/** Raises documents with exactly this label. */
export function matchWholeLabel(index: SearchIndex, label: Uint8Array, levels: TextLevels, board: LevelBoard): void {
  const id = findText(index.labels.texts, label)
  if (id !== -1) raiseList(index.layout, board, index.labels.documents, id, levels)
}

/** Raises documents with this label except for one typo. */
export function matchLabelTypos({ labels, layout }: SearchIndex, label: Uint8Array, board: LevelBoard): void {
  const levels = { level: LEVELS.wholeLabelTypo, propertyLevel: LEVELS.wholePropertyLabelTypo }
  for (const id of nearTexts(labels.texts, labels.byEnding, label))
    raiseList(layout, board, labels.documents, id, levels)
}

function raiseWord(
  { layout, words }: SearchIndex,
  board: LevelBoard,
  id: number,
  { inLabel, inDescription }: WordLevels,
): void {
  raiseList(layout, board, words.inLabels, id, inLabel)
  raiseList(layout, board, words.inDescriptions, id, inDescription)
}

function raiseList(
  layout: Numbering,
  board: LevelBoard,
  { starts, values }: IndexLists,
  key: number,
  { level, propertyLevel }: TextLevels,
): void {
  for (let at = starts[key]!; at < starts[key + 1]!; at++) {
    const document = values[at]!
    raise(board, document, typeOfDocument(layout, document) === 'property' ? propertyLevel : level)
  }
}
