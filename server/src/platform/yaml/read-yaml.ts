import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type ParsedNode,
  Parser,
} from 'yaml'

/** A document as JSON, empty if there is none; or what is wrong with it, by line. */
export type ReadYaml = { readonly json: string } | { readonly faults: readonly string[] }

const MOST_DEPTH = 64
/** Each value has a handful: a document with more has more values than a body may have. */
const MOST_LEXEMES = 1_000_000
const MOST_FAULTS = 20

/**
 * Reads one document of YAML 1.2, core schema, as JSON. Tags, anchors, aliases, directives and keys that occur twice
 * are faults: a file means what it shows. What is too deep or too long is refused while it is read, before it takes
 * memory.
 */
export function readYaml(text: string): ReadYaml {
  const lines = new LineCounter()
  const read = readTokens(text, lines)
  if (typeof read === 'string') return { faults: [read] }
  const options = {
    version: '1.2',
    schema: 'core',
    prettyErrors: false,
    stringKeys: true,
    uniqueKeys: false,
    lineCounter: lines,
  } as const
  const documents = [...new Composer(options).compose(read)]
  const [document] = documents
  if (!document) return { json: '' }
  const faults = new Faults(lines)
  for (const { pos, message } of documents.flatMap(({ errors }) => errors)) faults.add(pos[0], `${message}.`)
  checkFrame(documents, faults)
  if (faults.list.length > 0) return { faults: faults.list }
  const value = valueOf(document.contents, faults)
  return faults.list.length > 0 ? { faults: faults.list } : { json: JSON.stringify(value) }
}

class Faults {
  readonly list: string[] = []
  readonly #lines: LineCounter

  constructor(lines: LineCounter) {
    this.#lines = lines
  }

  add(offset: number, message: string): void {
    if (this.list.length < MOST_FAULTS)
      this.list.push(`Line ${this.#lines.linePos(offset).line || 1}: ${message.replace(/\.{2,}$/, '.')}`)
  }
}

/** The tokens of a text, or why there are too many of them. */
function readTokens(text: string, lines: LineCounter): readonly CST.Token[] | string {
  const parser = new Parser(lines.addNewLine)
  // As `parse` does, which leaves no room for looking.
  lines.addNewLine(0)
  const tokens: CST.Token[] = []
  let lexemes = 0
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme))
    // The document and a scalar are on the stack as well.
    if (parser.stack.length > MOST_DEPTH + 2) return `The document is nested deeper than ${MOST_DEPTH} levels.`
    if (++lexemes > MOST_LEXEMES) return 'The document has too many values.'
  }
  tokens.push(...parser.end())
  return tokens
}

function checkFrame(documents: readonly Document.Parsed[], faults: Faults): void {
  const [first, second] = documents
  if (second) faults.add(second.range[0], 'Expected one document.')
  const { yaml, tags } = first!.directives
  const hasTags = Object.keys(tags).some((handle) => handle !== '!!')
  if ((yaml.explicit === true && yaml.version !== '1.2') || hasTags)
    faults.add(0, 'Expected YAML 1.2 without directives.')
}

function valueOf(node: ParsedNode | null, faults: Faults): unknown {
  if (node === null) return null
  const at = node.range[0]
  if (isAlias(node)) {
    faults.add(at, `Write out what *${node.source} stands for: aliases are not read.`)
    return undefined
  }
  if (node.anchor !== undefined) faults.add(at, `Remove the anchor &${node.anchor}: anchors are not read.`)
  if (node.tag !== undefined) faults.add(at, `Remove the tag ${node.tag}: tags are not read.`)
  if (isSeq(node)) return node.items.map((item) => valueOf(item, faults))
  if (isMap(node)) return entriesOf(node, faults)
  if (!isScalar(node)) return null
  const { value } = node
  if (typeof value === 'number' && !Number.isFinite(value)) faults.add(at, 'Expected a finite number.')
  return value
}

type MapNode = Extract<ParsedNode, { items: readonly { key: unknown }[] }>

function entriesOf(node: MapNode, faults: Faults): unknown {
  // Without a prototype, so that no key means anything but itself.
  const entries = Object.create(null) as Record<string, unknown>
  for (const { key, value } of node.items as readonly { key: ParsedNode; value: ParsedNode | null }[]) {
    const name = valueOf(key, faults)
    if (typeof name !== 'string') faults.add(key.range[0], 'Expected text as a key.')
    else if (Object.hasOwn(entries, name))
      faults.add(key.range[0], `The key ${JSON.stringify(name.slice(0, 100))} occurs twice.`)
    else entries[name] = valueOf(value, faults)
  }
  return entries
}
