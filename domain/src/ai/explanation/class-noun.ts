import { allMeanings } from '../../retrieval/vocabulary.ts'
import { plainText } from '../../retrieval/plain-text.ts'
import { isAcronym } from '../field-terms.ts'

/** What the objects of a class are called: `bridge domain`, `bridge domains`. */
export type Noun = { readonly one: string; readonly many: string }

const LONGEST_LABEL = 60

/** Class names to what operators call them, for classes without a label. */
let spoken: ReadonlyMap<string, string> | undefined

/** From the class's label, else from our own vocabulary; the bare class name if nothing else is known. */
export function classNoun(className: string, label: string | undefined): Noun {
  const term = labelText(label) || vocabularyTerm(className)
  if (term === '') return { one: `${className} object`, many: `${className} objects` }
  const words = term.split(' ').map(inSentence)
  return { one: words.join(' '), many: [...words.slice(0, -1), plural(words.at(-1)!)].join(' ') }
}

const labelText = (label = ''): string => plainText(label.replace(/\([^()]*\)/g, ' '), LONGEST_LABEL)

function vocabularyTerm(className: string): string {
  spoken ??= termsByClass()
  return spoken.get(className) ?? ''
}

function termsByClass(): Map<string, string> {
  const terms = new Map<string, string>()
  for (const { term, classes } of allMeanings()) {
    if (classes[0] !== undefined && !terms.has(classes[0])) terms.set(classes[0], term)
  }
  return terms
}

/** As within a sentence: `Bridge` is `bridge`, `EPG` stays, `vrf` is `VRF`. */
function inSentence(word: string): string {
  if (isAcronym(word.toUpperCase()))
    return word.length < 5 && word !== 'as' && word !== 'pod' ? word.toUpperCase() : word
  return /^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLowerCase() : word
}

function plural(word: string): string {
  if (/^[A-Z0-9]+$/.test(word)) return `${word}s`
  if (/(?:[^aeious]|[aeiou]{2})s$/.test(word)) return word
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}
