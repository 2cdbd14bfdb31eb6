import type { ClassGraph } from '../../mim/graph/class-graph.ts'
import { isFieldTerm } from '../field-terms.ts'

const CAPITAL_INSIDE = /^[a-z][a-z0-9]*[A-Z]\w*$/
const WORD = /[A-Za-z]\w*(?:[.:@]+[A-Za-z]\w*)*/g
const IN_CODE = /`([^`]*)`/g
const IDENTIFIER = /^[A-Za-z]\w*$/
const ADDRESS = /:\/\/|\bwww\.|@/i
/** `e.g.` and `i.e.` */
const ABBREVIATION = /^[a-z](?:\.[a-z])+$/i

// `Intl.Segmenter` sees no end before a small letter, and class names begin with one.
const BETWEEN_SENTENCES = /\s*\n\s*|(?<=[.!?])(?<!\b(?:e\.g|i\.e|etc|vs|cf)\.)\s+/i

/**
 * A text that a language model wrote, without the sentences that name a class or property which does not exist, or that
 * hold an address. `about` has the classes it may speak of: their properties are known, as are those of classes that it
 * names itself. What looks like a name is a name: `fvBD`, `fvBD.arpFlood`, `fv:BD`, and everything in backticks.
 */
export function keepTrueSentences(text: string, graph: ClassGraph, about: readonly string[]): string[] {
  const isKnown = knownNames(text, graph, about)
  const isTrue = (sentence: string) => !ADDRESS.test(sentence) && claimedNames(sentence).every(isKnown)
  return text.split(BETWEEN_SENTENCES).filter((sentence) => sentence.trim() !== '' && isTrue(sentence))
}

function claimedNames(sentence: string): string[] {
  const inCode = Array.from(sentence.matchAll(IN_CODE), ([, code = '']) => code.trim()).filter((code) =>
    IDENTIFIER.test(code),
  )
  const words = Array.from(sentence.matchAll(WORD), ([word]) => word)
  return [...inCode, ...words.filter((word) => (CAPITAL_INSIDE.test(word) && !isFieldTerm(word)) || isDotted(word))]
}

const isDotted = (word: string) => /[.:]/.test(word) && !ABBREVIATION.test(word)

function knownNames(text: string, graph: ClassGraph, about: readonly string[]): (name: string) => boolean {
  const named = Array.from(text.matchAll(/[A-Za-z]\w*/g), ([word]) => word).filter(
    (word) => graph.find(word) !== undefined,
  )
  const classes = new Map<string, ReadonlySet<string>>()
  for (const name of new Set([...about, ...named])) {
    const id = graph.find(name)
    if (id !== undefined) classes.set(name, wordsOf(graph, id))
  }
  const isProperty = (name: string) => [...classes.values()].some((known) => known.has(name))
  return (name) => {
    const [first = '', second, ...more] = name.split(/[.:]/)
    if (second === undefined) return graph.find(name) !== undefined || isProperty(name)
    if (more.length > 0) return false
    if (name.includes(':')) return graph.find(first + second) !== undefined
    return classes.get(first)?.has(second) ?? false
  }
}

/** The properties of a class and their constants. */
function wordsOf(graph: ClassGraph, id: number): Set<string> {
  return new Set(['dn', 'rn', ...graph.properties(id).flatMap(({ name, values }) => [name, ...values])])
}
