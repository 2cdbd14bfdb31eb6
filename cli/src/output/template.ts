import { CommandError } from '../terminal.ts'
import { plainValue } from './table.ts'

/** A line for an item. */
export type Template = (item: unknown) => string

const ESCAPES: Readonly<Record<string, string>> = { '\\n': '\n', '\\t': '\t', '\\\\': '\\', '{{': '{', '}}': '}' }

/** Reads `{name}\t{changes.added}`: text with fields in braces; `{{` is a brace, `\t` a tab, `\n` a new line. */
export function readTemplate(text: string): Template {
  const pieces = [...text.matchAll(/\{\{|\}\}|\\[nt\\]|\{([^{}]+)\}|[^{}\\]+|[^]/g)].map(([piece, field]) => {
    if (field !== undefined) return { field: field.trim() }
    if (piece === '{' || piece === '}')
      throw new CommandError(`"${text}" has a lone ${piece}: write ${piece}${piece} for one.`)
    return ESCAPES[piece] ?? piece
  })
  return (item) =>
    pieces.map((piece) => (typeof piece === 'string' ? piece : plainValue(fieldOf(item, piece.field)))).join('')
}

/** A field by its name, which may hold dots, or by a path. What no item has is a mistake, and null is nothing. */
function fieldOf(item: unknown, path: string): unknown {
  if (isRecord(item) && Object.hasOwn(item, path)) return item[path]
  let value = item
  for (const name of path.split('.')) {
    if (value === null || value === undefined) return undefined
    if (!isRecord(value) || !Object.hasOwn(value, name)) {
      const known = isRecord(value) ? Object.keys(value).join(', ') : 'none'
      throw new CommandError(`There is no field "${name}". There are: ${known}.`)
    }
    value = value[name]
  }
  return value
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
