import { clearBoard, createBoard, raise, type LevelBoard } from './board.ts'
import { documentCountOf } from './layout.ts'
import { LEVELS, MOST_FOR_WORDS } from './levels.ts'
import { matchNameMiddles, matchNameStarts, raiseName } from './match-names.ts'
import { matchLabelTypos, matchTextTypos, matchTextWords, matchWholeLabel } from './match-texts.ts'
import { nearTexts } from './near-texts.ts'
import type { SearchQuery } from './parse-query.ts'
import type { SearchIndex } from './search-index.ts'
import { findText } from './text-list.ts'

/** The working memory of a search, reused for all searches of a process, one after the other. */
export type SearchBuffers = {
  /** All matches of the query. */
  readonly total: LevelBoard
  /** All matches of the current word, if there are several. */
  readonly word: LevelBoard
  /** The documents that have matched every word so far, and the sums of their levels. */
  readonly survivors: Uint32Array
  readonly sums: Uint16Array
}

/** The name equal to the query, or -1, and the names one typo away. */
export type NearNames = { readonly same: number; readonly near: readonly number[] }

const SHORTEST_MIDDLE = 3
const SHORTEST_TYPO = 3

export function createSearchBuffers({ layout }: SearchIndex): SearchBuffers {
  const count = documentCountOf(layout)
  return {
    total: createBoard(count),
    word: createBoard(count),
    survivors: new Uint32Array(count),
    sums: new Uint16Array(count),
  }
}

/** Records every matching document on the total board, and returns the names that the query may be a misspelling of. */
export function matchQuery(index: SearchIndex, query: SearchQuery, desk: SearchBuffers): NearNames {
  clearBoard(desk.total)
  const [only, ...more] = query.words
  if (only !== undefined && more.length === 0) matchWord(index, only, desk.total)
  else matchWords(index, query.words, desk)
  return query.hasSpaces ? matchPhrase(index, query, desk.total) : matchName(index, query, desk.total)
}

function matchWord(index: SearchIndex, word: Uint8Array, board: LevelBoard): void {
  matchNameStarts(index, word, board)
  matchTextWords(index, word, board)
  if (board.count === 0) matchTextTypos(index, word, board)
}

/** Every word must match somewhere. The level is the mean over the words. */
function matchWords(
  index: SearchIndex,
  words: readonly Uint8Array[],
  { total, word, survivors, sums }: SearchBuffers,
): void {
  let count = 0
  for (const [at, wanted] of words.entries()) {
    clearBoard(word)
    matchWord(index, wanted, word)
    count = at === 0 ? startSurvivors(word, survivors, sums) : keepSurvivors(word, survivors, sums, count)
    if (count === 0) return
  }
  for (let at = 0; at < count; at++) {
    const document = survivors[at]!
    raise(total, document, Math.min(MOST_FOR_WORDS, Math.round(sums[document]! / words.length)))
  }
}

function startSurvivors(word: LevelBoard, survivors: Uint32Array, sums: Uint16Array): number {
  for (let at = 0; at < word.count; at++) {
    const document = word.found[at]!
    survivors[at] = document
    sums[document] = word.levels[document]!
  }
  return word.count
}

function keepSurvivors(word: LevelBoard, survivors: Uint32Array, sums: Uint16Array, count: number): number {
  let kept = 0
  for (let at = 0; at < count; at++) {
    const document = survivors[at]!
    if (word.levels[document] === 0) continue
    survivors[kept++] = document
    sums[document]! += word.levels[document]!
  }
  return kept
}

function matchPhrase(index: SearchIndex, { text, joined }: SearchQuery, total: LevelBoard): NearNames {
  matchLabelTypos(index, text, total)
  matchWholeLabel(index, text, { level: LEVELS.wholeLabel, propertyLevel: LEVELS.wholePropertyLabel }, total)
  const name = findText(index.names.texts, joined)
  if (name !== -1) raiseName(index, total, name, LEVELS.joinedName)
  return { same: name, near: [] }
}

function matchName(index: SearchIndex, { text, words }: SearchQuery, total: LevelBoard): NearNames {
  const { wholeLabelOfOneWord } = LEVELS
  matchWholeLabel(index, text, { level: wholeLabelOfOneWord, propertyLevel: wholeLabelOfOneWord - 10 }, total)
  // A name with a separator consists of several words, but is also searched as a whole.
  if (words.length > 1) matchNameStarts(index, text, total)
  if (text.length >= SHORTEST_MIDDLE) matchNameMiddles(index, text, total)
  const same = findText(index.names.texts, text)
  const near = text.length < SHORTEST_TYPO ? [] : nearTexts(index.names.texts, index.names.byEnding, text)
  for (const name of near) raiseName(index, total, name, LEVELS.nameTypo)
  return { same, near: [...near].filter((name) => name !== same) }
}
