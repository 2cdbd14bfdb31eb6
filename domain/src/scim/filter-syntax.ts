/** An attribute in small letters, without its schema: `name.givenname`. */
export type AttributePath = string
export type CompareOperator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'
export type CompareValue = string | number | boolean | null

/** A filter of RFC 7644 as a tree. */
export type ScimFilter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly ScimFilter[] }
  | { readonly kind: 'not'; readonly part: ScimFilter }
  | { readonly kind: 'present'; readonly attribute: AttributePath }
  | {
      readonly kind: 'compare'
      readonly attribute: AttributePath
      readonly operator: CompareOperator
      readonly value: CompareValue
    }
  /** One value of a multi-valued attribute that meets all of `part`. */
  | { readonly kind: 'value'; readonly attribute: AttributePath; readonly part: ScimFilter }

/** What a change is about: `emails[type eq "work"].value`. */
export type ScimPath = {
  readonly attribute: AttributePath
  readonly filter: ScimFilter | undefined
  readonly sub: AttributePath | undefined
}

/** Why a text cannot be read, in words for the client. */
export type SyntaxFault = { readonly fault: string }

export const LONGEST_FILTER = 4_000
/** Those of real clients have one to four; each becomes a condition of a statement. */
const MOST_COMPARISONS = 50
const DEEPEST_NESTING = 16

/**
 * Reads a filter; the fault in words if it is none, or asks for more than a request may. Attributes are not checked:
 * who uses the tree decides which ones there are.
 */
export function parseScimFilter(text: string): ScimFilter | SyntaxFault {
  return reading(text, (tokens) => {
    const filter = readOr(tokens, 0)
    expectEnd(tokens)
    return filter
  })
}

/** Reads the path of a change. */
export function parseScimPath(text: string): ScimPath | SyntaxFault {
  return reading(text, (tokens) => {
    const attribute = readAttribute(tokens)
    if (tokens.peek() !== '[') {
      expectEnd(tokens)
      const [first = '', ...rest] = attribute.split('.')
      return { attribute: first, filter: undefined, sub: rest.length > 0 ? rest.join('.') : undefined }
    }
    const filter = readValueFilter(tokens, 0)
    const sub = tokens.peek()?.startsWith('.') ? tokens.take().slice(1).toLowerCase() : undefined
    expectEnd(tokens)
    return { attribute, filter, sub }
  })
}

class Unreadable extends Error {}

function reading<T>(text: string, read: (tokens: Tokens) => T): T | SyntaxFault {
  if (text.length > LONGEST_FILTER) return { fault: `Longer than ${LONGEST_FILTER} characters.` }
  try {
    return read(new Tokens(text))
  } catch (error: unknown) {
    if (error instanceof Unreadable) return { fault: error.message }
    throw error
  }
}

// A text in quotes, a bracket, the sub-attribute after one, or a word: an attribute, an operator or a value.
const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[()[\]]|\.[A-Za-z$][\w$-]*|[^\s"()[\]]+)/y
// Names of schemas have colons and dots: `urn:ietf:params:scim:schemas:core:2.0:User:userName`.
const ATTRIBUTE = /^(?:(?<schema>urn:[\w:.%+-]+):)?(?<name>[A-Za-z$][\w$-]*(?:\.[A-Za-z$][\w$-]*)?)$/i

class Tokens {
  readonly #list: string[] = []
  #at = 0
  #comparisons = 0

  constructor(text: string) {
    const end = text.trimEnd().length
    TOKEN.lastIndex = 0
    while (TOKEN.lastIndex < end) {
      const at = TOKEN.lastIndex
      const found = TOKEN.exec(text)
      if (!found) throw new Unreadable(`Not readable from character ${at + 1} on.`)
      this.#list.push(found[1]!)
    }
  }

  peek(): string | undefined {
    return this.#list[this.#at]
  }

  take(): string {
    const token = this.#list[this.#at++]
    if (token === undefined) throw new Unreadable('It ends too early.')
    return token
  }

  isNext(word: string): boolean {
    return this.peek()?.toLowerCase() === word
  }

  count(): void {
    if (++this.#comparisons > MOST_COMPARISONS) throw new Unreadable(`More than ${MOST_COMPARISONS} comparisons.`)
  }
}

function expectEnd(tokens: Tokens): void {
  const next = tokens.peek()
  if (next !== undefined) throw new Unreadable(`"${next.slice(0, 100)}" is not expected there.`)
}

function expect(tokens: Tokens, wanted: string): void {
  const token = tokens.take()
  if (token !== wanted) throw new Unreadable(`"${wanted}" is expected instead of "${token.slice(0, 100)}".`)
}

const readOr = (tokens: Tokens, depth: number): ScimFilter =>
  readChain(tokens, 'or', () => readChain(tokens, 'and', () => readTerm(tokens, depth)))

function readChain(tokens: Tokens, kind: 'and' | 'or', readPart: () => ScimFilter): ScimFilter {
  const parts = [readPart()]
  while (tokens.isNext(kind)) {
    tokens.take()
    parts.push(readPart())
  }
  return parts.length === 1 ? parts[0]! : { kind, parts }
}

function readTerm(tokens: Tokens, depth: number): ScimFilter {
  if (depth > DEEPEST_NESTING) throw new Unreadable(`Nested deeper than ${DEEPEST_NESTING} levels.`)
  if (tokens.isNext('not')) {
    tokens.take()
    return { kind: 'not', part: readGroup(tokens, depth) }
  }
  return tokens.isNext('(') ? readGroup(tokens, depth) : readComparison(tokens, depth)
}

function readGroup(tokens: Tokens, depth: number): ScimFilter {
  expect(tokens, '(')
  const part = readOr(tokens, depth + 1)
  expect(tokens, ')')
  return part
}

function readValueFilter(tokens: Tokens, depth: number): ScimFilter {
  expect(tokens, '[')
  const part = readOr(tokens, depth + 1)
  expect(tokens, ']')
  return part
}

const OPERATORS: ReadonlySet<string> = new Set<CompareOperator>(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'])
const isOperator = (word: string): word is CompareOperator => OPERATORS.has(word)

function readComparison(tokens: Tokens, depth: number): ScimFilter {
  tokens.count()
  const attribute = readAttribute(tokens)
  if (tokens.isNext('[')) return readValueComparison(tokens, attribute, depth)
  const operator = tokens.take().toLowerCase()
  if (operator === 'pr') return { kind: 'present', attribute }
  if (!isOperator(operator)) throw new Unreadable(`"${operator.slice(0, 100)}" is no operator.`)
  return { kind: 'compare', attribute, operator, value: readValue(tokens) }
}

/** `emails[type eq "work"].value eq "x"`, which clients send although no standard has it: of the same value. */
function readValueComparison(tokens: Tokens, attribute: AttributePath, depth: number): ScimFilter {
  const part = readValueFilter(tokens, depth)
  const next = tokens.peek()
  if (!next?.startsWith('.')) return { kind: 'value', attribute, part }
  const sub = tokens.take().slice(1).toLowerCase()
  const operator = tokens.take().toLowerCase()
  if (operator !== 'pr' && !isOperator(operator)) throw new Unreadable(`"${operator.slice(0, 100)}" is no operator.`)
  const leaf: ScimFilter =
    operator === 'pr'
      ? { kind: 'present', attribute: sub }
      : { kind: 'compare', attribute: sub, operator, value: readValue(tokens) }
  return { kind: 'value', attribute, part: { kind: 'and', parts: [part, leaf] } }
}

function readAttribute(tokens: Tokens): AttributePath {
  const token = tokens.take()
  const found = ATTRIBUTE.exec(token)?.groups
  if (!found) throw new Unreadable(`"${token.slice(0, 100)}" is no attribute.`)
  return nameIn(found.schema, found.name!)
}

const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group)$/i

/** Attributes of our schemas go by their names; those of others keep the schema. */
const nameIn = (schema: string | undefined, name: string): AttributePath =>
  (schema === undefined || CORE.test(schema) ? name : `${schema}:${name}`).toLowerCase()

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

function readValue(tokens: Tokens): CompareValue {
  const token = tokens.take()
  if (token.startsWith('"')) return textOf(token)
  // In any case: Entra ID writes `True`.
  switch (token.toLowerCase()) {
    case 'true':
      return true
    case 'false':
      return false
    case 'null':
      return null
  }
  if (NUMBER.test(token)) return Number(token)
  throw new Unreadable(`"${token.slice(0, 100)}" is no value: texts are in quotes.`)
}

function textOf(quoted: string): string {
  try {
    const text = JSON.parse(quoted) as string
    if (text.includes('\0') || !text.isWellFormed()) throw new SyntaxError()
    return text
  } catch {
    throw new Unreadable(`${quoted.slice(0, 100)} is no text as in JSON.`)
  }
}
