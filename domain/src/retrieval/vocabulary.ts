import type { Operator } from '../canvas/canvas.ts'
import { nearTexts, orderByEnding } from '../mim/search/near-texts.ts'
import { type TextList, writeTexts } from '../mim/search/text-list.ts'
import { foldedBytes, foldText } from '../mim/search/fold-text.ts'
import { BRIDGES } from './vocabulary/bridges.ts'
import { FILLERS, UNUSED_TERMS } from './vocabulary/intents.ts'
import { QUALITIES } from './vocabulary/qualities.ts'
import { REFERENCES } from './vocabulary/references.ts'
import { THINGS } from './vocabulary/things.ts'
import { singular, wordsOf } from './words.ts'

/** What a term says about a property; without an operator, only that the property matters. */
export type Hint = {
  readonly class_name: string
  readonly property: string
  readonly operator: Operator | undefined
  readonly value: string | number | undefined
}

/** What a term means: classes, the most likely first, properties, and whether it asks for what nothing points to. */
export type Meaning = {
  readonly term: string
  readonly classes: readonly string[]
  readonly hints: readonly Hint[]
  readonly unused: boolean
}

type Reference = { readonly class_name: string; readonly property: string; readonly target: string }

const HINT = /^(\w+)\.(\w+)(?: (eq|ne|lt|gt|contains|is_empty)(?: (\S+))?)?$/
/** A shorter word that is off by a letter is usually another word. */
const SHORTEST_TYPO = 5

/** Terms without spaces: `bridgedomain` is the key of `bridge domain`. */
const meanings = new Map<string, Meaning>()
let longest = 1

for (const [terms, classes = ''] of rows(THINGS)) define(terms, { classes: classes.split(/\s+/) })
for (const [terms, hints = ''] of rows(QUALITIES)) define(terms, { hints: hints.split(/;\s*/).map(readHint) })
define(UNUSED_TERMS, { unused: true })

const knownWords = [...new Set([...meanings.values()].flatMap(({ term }) => term.split(' ')))]
const vocabularyWords = new Set(knownWords)
const spelling = indexSpelling([...new Set([...knownWords, ...meanings.keys()])])

/** The most words that a term has. */
export const LONGEST_TERM = longest

/** The meaning of adjacent words, written together, apart or with hyphens. */
export function meaningOf(words: readonly string[]): Meaning | undefined {
  return meanings.get(words.join(''))
}

/** The classes that a text means if all of it is one term; plurals, hyphens and a typo do not matter. */
export function classesOfTerm(text: string): readonly string[] {
  return meaningOf(wordsOf(text).map(knownSpelling))?.classes ?? []
}

/** All meanings in the table. */
export function allMeanings(): Iterable<Meaning> {
  return meanings.values()
}

/** Two classes and those that a query about both needs as well. */
export const CLASS_BRIDGES = BRIDGES.trim()
  .split('\n')
  .map((line) => {
    const [one = '', other = '', ...between] = line.split(/\s+/)
    return { one, other, between }
  })

export const DN_REFERENCES: readonly Reference[] = REFERENCES.trim()
  .split('\n')
  .map((line) => {
    const [className = '', property = '', target = ''] = line.split(/\s+/)
    return { class_name: className, property, target }
  })

/** The word as the vocabulary spells it: singular, with one typo corrected; otherwise unchanged. */
export function knownSpelling(word: string): string {
  const one = singular(word)
  if (vocabularyWords.has(one) || meanings.has(one)) return one
  if (vocabularyWords.has(word) || meanings.has(word)) return word
  if (word.length < SHORTEST_TYPO || FILLERS.has(word) || /\d/.test(word)) return one
  return nearest(one) ?? nearest(word) ?? one
}

/** The entries of a table, whose indented lines continue the one above. */
function rows(table: string): [string, string | undefined][] {
  return table
    .trim()
    .split(/\n(?! )/)
    .map((entry) => {
      const [terms = '', meaning] = entry.split(/\s*\|\s+/)
      return [terms.trim(), meaning?.trim()]
    })
}

function define(terms: string, { classes = [], hints = [], unused = false }: Partial<Omit<Meaning, 'term'>>): void {
  for (const term of terms.trim().split(',')) {
    const words = wordsOf(term).map(singular)
    const key = words.join('')
    const known = meanings.get(key)
    longest = Math.max(longest, words.length)
    meanings.set(key, {
      term: words.join(' '),
      classes: [...new Set([...(known?.classes ?? []), ...classes])],
      hints: [...(known?.hints ?? []), ...hints],
      unused: unused || known?.unused === true,
    })
  }
}

function readHint(text: string): Hint {
  const [, className = '', property = '', operator, value] = HINT.exec(text) ?? []
  if (property === '')
    throw new Error(`the vocabulary says ${JSON.stringify(text)}: expected class.property, operator and value`)
  const number = value !== undefined && /^\d+$/.test(value) ? Number(value) : value
  return { class_name: className, property, operator: operator as Operator | undefined, value: number }
}

type Spelling = { readonly texts: TextList; readonly byEnding: Uint32Array; readonly words: readonly string[] }

function indexSpelling(words: readonly string[]): Spelling {
  const sorted = words.map(foldText).sort()
  const texts = writeTexts(sorted)
  return { texts, byEnding: orderByEnding(texts), words: sorted }
}

/** The only word of at least five letters that is one typo away and begins alike, or the first of several. */
function nearest(word: string): string | undefined {
  const near = [...nearTexts(spelling.texts, spelling.byEnding, foldedBytes(foldText(word)))]
    .map((id) => spelling.words[id]!)
    .filter((known) => known.length >= SHORTEST_TYPO)
  return near.find((known) => known[0] === word[0]) ?? near[0]
}
