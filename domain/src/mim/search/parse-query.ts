import { foldText, foldedBytes, foldedWords } from './fold-text.ts'

/** A parsed query. */
export type SearchQuery = {
  /** Folded and with single spaces, for comparing with labels. */
  readonly text: Uint8Array
  /** The same without spaces, for comparing with names. */
  readonly joined: Uint8Array
  readonly hasSpaces: boolean
  /** Distinct words, at least one. Filler words are left out if there are others. */
  readonly words: readonly Uint8Array[]
}

// The longest label of the model has 192 characters. A longer text is neither a name nor a label.
const MOST_CHARACTERS = 256
const MOST_WORDS = 8
// These do not distinguish classes, and nearly every description has them.
const FILLERS = new Set(['a', 'an', 'and', 'for', 'is', 'of', 'that', 'the', 'this', 'to'])
const LETTER_OR_DIGIT = '[\\p{L}\\p{N}]'
const COLON_IN_NAME = new RegExp(`(?<=${LETTER_OR_DIGIT}):(?=${LETTER_OR_DIGIT})`, 'gu')

/** Undefined if nothing in the text can match, because it has no letter or digit. `fv:BD` is read as the name fvBD. */
export function parseQuery(query: string): SearchQuery | undefined {
  const text = query.trim().slice(0, MOST_CHARACTERS).replace(/\s+/gu, ' ').replace(COLON_IN_NAME, '')
  const words = tellingWords(text)
  if (words.length === 0) return undefined
  return {
    text: foldedBytes(foldText(text)),
    joined: foldedBytes(foldText(text.replaceAll(' ', ''))),
    hasSpaces: text.includes(' '),
    words: words.map(foldedBytes),
  }
}

function tellingWords(text: string): string[] {
  const words = [...new Set(foldedWords(text))]
  const telling = words.filter((word) => !FILLERS.has(word))
  return (telling.length === 0 ? words : telling).slice(0, MOST_WORDS)
}
