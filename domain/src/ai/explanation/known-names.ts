/** What a text may name: everything that occurs in its sources. */
export type KnownNames = {
  /** Exactly as it occurs, such as `uni/tn-a/BD-web` or `operSt`. */
  readonly has: (name: string) => boolean
  /** Anywhere, ignoring case and white space. */
  readonly contains: (phrase: string) => boolean
  /** As a word, in the singular or plural, ignoring case. */
  readonly hasWord: (word: string) => boolean
  readonly hasNumber: (value: number) => boolean
  /** Whether there are so many of what a noun such as `steps` or `filters` names. */
  readonly hasCountOf: (noun: string, value: number) => boolean
  /** `bd.name`: a node and something known. */
  readonly hasColumn: (name: string) => boolean
  /** Whether it is exactly the share, in percent, of two numbers of one fact. */
  readonly hasShare: (percent: number) => boolean
}

const PARTS = /[\s"'“”‘’„,;=|(){}[\]<>/:]+/
/** Leaves the `eth1/7` of `phys-[eth1/7]`. */
const OUTSIDE = /[\s"'“”‘’„,;=|(){}[\]<>]+/
const VALUES = /[\s"'“”‘’„;=|(){}<>]+/
const NUMBER = /^[+-]?\d[\d,]*(?:\.\d+)?$/
/** Shorter ones occur in too many names, such as `eth1/7`, to be the number of something. */
const LONG_NUMBER = /(?<![\d.])\d{3,}(?![\d.])/g

const NODE_KEYS: ReadonlySet<string> = new Set(['id', 'alias', 'node'])

/** Reads names and numbers from facts and other data, all keys and values of them. */
export function knownNames(...sources: readonly unknown[]): KnownNames {
  const known: Known = {
    texts: [],
    numbers: new Set(),
    shares: new Set(),
    nodes: new Set(),
    kinds: new Map(),
  }
  for (const source of sources) collect(source, known)
  const names = new Set<string>()
  const words = new Set<string>()
  for (const text of known.texts) readNames(text, names, words, known.numbers)
  const all = known.texts.map(folded).join('\n')
  return {
    has: (name) => names.has(name),
    contains: (phrase) => all.includes(folded(phrase)),
    hasWord: (word) => spellings(word.toLowerCase()).some((spelling) => words.has(spelling)),
    hasNumber: (value) => known.numbers.has(value),
    hasCountOf: (noun, value) => known.kinds.get(COUNTED.get(noun.toLowerCase()) ?? '') === value,
    hasColumn: (name) => {
      const [node = '', column = '', ...more] = name.split('.')
      return more.length === 0 && known.nodes.has(node) && names.has(column)
    },
    hasShare: (percent) => [...known.shares].some((share) => Math.abs(share - percent) < 1e-9),
  }
}

type Known = {
  readonly texts: string[]
  readonly numbers: Set<number>
  readonly shares: Set<number>
  /** Ids and aliases of nodes. */
  readonly nodes: Set<string>
  /** How many facts there are of each kind. */
  readonly kinds: Map<string, number>
}

/** What people call the facts of a kind. */
const COUNTED = new Map<string, string>([
  ...['class', 'classes', 'nodes', 'objects'].map((noun): [string, string] => [noun, 'node']),
  ...['join', 'joins', 'edges', 'connections', 'relationships'].map((noun): [string, string] => [noun, 'edge']),
  ...['filter', 'filters', 'conditions', 'criteria'].map((noun): [string, string] => [noun, 'filter']),
  ...['step', 'steps', 'post-processors'].map((noun): [string, string] => [noun, 'step']),
])

function collect(value: unknown, known: Known): void {
  if (typeof value === 'string') known.texts.push(value)
  else if (typeof value === 'number') known.numbers.add(value)
  else if (Array.isArray(value)) for (const item of value) collect(item, known)
  else if (typeof value === 'object' && value !== null) {
    const numbers = Object.values(value).filter((part) => typeof part === 'number')
    for (const part of numbers)
      for (const whole of numbers) if (whole > 0 && part <= whole) known.shares.add((100 * part) / whole)
    if ('kind' in value && typeof value.kind === 'string')
      known.kinds.set(value.kind, (known.kinds.get(value.kind) ?? 0) + 1)
    for (const [key, part] of Object.entries(value)) {
      if (NODE_KEYS.has(key) && typeof part === 'string') known.nodes.add(part)
      known.texts.push(key)
      collect(part, known)
    }
  }
}

function readNames(text: string, names: Set<string>, words: Set<string>, numbers: Set<number>): void {
  const whole = text.split(/\s+/)
  const inBrackets = text.split(OUTSIDE).map(bare)
  for (const name of [text.trim(), ...whole, ...whole.map(bare), ...inBrackets, ...text.split(PARTS).map(bare)]) {
    if (name === '') continue
    names.add(name)
    words.add(name.toLowerCase())
  }
  // Not the parts of names: the 7 of `eth1/7` is no number of anything.
  for (const value of text.split(VALUES).map(bare))
    if (NUMBER.test(value)) numbers.add(Number(value.replaceAll(',', '')))
  // `fvBD.name` and `tn-web` are also known by their parts.
  for (const part of text.split(/[^\p{L}\p{N}_]+/u)) {
    if (part === '') continue
    if (/^\p{L}/u.test(part)) names.add(part)
    words.add(part.toLowerCase())
  }
  for (const [number] of text.matchAll(LONG_NUMBER)) numbers.add(Number(number))
}

/** Without the punctuation of a sentence around it; brackets stay where they belong to the name. */
export function bare(token: string): string {
  let text = token.replace(/^[^\p{L}\p{N}_/[{+-]+/u, '').replace(/[^\p{L}\p{N}_/\])}%+]+$/u, '')
  for (const [open, close] of ['()', '[]', '{}'] as const) {
    if (text.startsWith(open!) && !text.includes(close!)) text = text.slice(1)
    if (text.endsWith(close!) && !text.includes(open!)) text = text.slice(0, -1)
    if (text.startsWith(open!) && text.endsWith(close!)) text = text.slice(1, -1)
  }
  return text.replace(/[.,;:!?]+$/, '')
}

const folded = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()

function spellings(word: string): string[] {
  return [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y'), `${word}s`]
}
