import { literalsOf } from './literals.ts'
import { type Hint, knownSpelling, LONGEST_TERM, type Meaning, meaningOf } from './vocabulary.ts'
import { FILLERS } from './vocabulary/intents.ts'
import { wordsOf } from './words.ts'

/** A term found in a question. `weight` is lower for a word inside a longer term: the port of a static port. */
type TermMatch = { readonly meaning: Meaning; readonly weight: number }

export type MatchedTerms = {
  readonly terms: readonly TermMatch[]
  readonly literals: readonly { readonly term: string; readonly hints: readonly Hint[] }[]
  /** Runs of words that no term explains and that may name classes, as written. */
  readonly rest: readonly string[]
  /** The first number that something is compared with: the 80 of `below 80`. */
  readonly number: number | undefined
}

const INNER_WEIGHT = 0.4
const COMPARISONS = new Set(['below', 'under', 'over', 'above', 'than', 'exceeds', 'exceeding', 'beyond'])

/**
 * Reads a question with the vocabulary: at each word the longest term wins. Takes time linear in the length of the
 * question.
 */
export function readQuestion(text: string): MatchedTerms {
  const written = wordsOf(text)
  const words = written.map(knownSpelling)
  const terms: TermMatch[] = []
  const rest: string[] = []
  let run: string[] = []
  const endRun = () => {
    if (run.length > 0) rest.push(run.join(' '))
    run = []
  }
  for (let at = 0; at < words.length;) {
    const found = longestTerm(words, at)
    if (!found) {
      const word = written[at++]!
      if (FILLERS.has(word) || /^\d+$/.test(word)) endRun()
      else run.push(word)
      continue
    }
    endRun()
    terms.push({ meaning: found.meaning, weight: 1 })
    if (found.length > 1) terms.push(...innerTerms(words.slice(at, at + found.length)))
    at += found.length
  }
  endRun()
  const number = written.find((word, at) => /^\d{1,9}$/.test(word) && COMPARISONS.has(written[at - 1] ?? ''))
  return { terms, literals: literalsOf(text), rest, number: number === undefined ? undefined : Number(number) }
}

function longestTerm(
  words: readonly string[],
  at: number,
): { readonly meaning: Meaning; readonly length: number } | undefined {
  for (let length = Math.min(LONGEST_TERM, words.length - at); length > 0; length--) {
    const meaning = meaningOf(words.slice(at, at + length))
    if (meaning) return { meaning, length }
  }
  return undefined
}

/** The things among the words of a longer term, of which only the most likely class counts. */
function innerTerms(words: readonly string[]): TermMatch[] {
  return words.flatMap((word) => {
    const meaning = meaningOf([word])
    if (!meaning || meaning.classes.length === 0) return []
    return [{ meaning: { ...meaning, classes: meaning.classes.slice(0, 1), hints: [] }, weight: INNER_WEIGHT }]
  })
}
