import type { Row, Value } from '../values/row.ts'
import { compareBytes } from './byte-order.ts'

type Layout = { readonly names: readonly string[]; readonly columns: readonly Column[] }
type Column = { readonly name: string; readonly prefix: string }

/**
 * Converts a row to a text that is equal for equal rows: JSON without spaces, attributes in byte order. An absent
 * attribute stays absent, null stays null, and 5 and "5" differ. Lone surrogates are escaped, so the text survives
 * UTF-8.
 */
export function canonicalRow(row: Row): string {
  return canonicalObject(row)
}

/** Parses a canonical text back into its row. */
export function parseCanonicalRow(text: string): Row {
  return JSON.parse(text) as Row
}

/** Text that is equal only for equal values, including nested lists. */
export function canonicalValue(value: Value): string {
  return canonical(value) ?? 'null'
}

/** Undefined for values that JSON cannot represent. By type, rows hold no objects, but rows read from outside may. */
function canonical(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item: unknown) => canonical(item) ?? 'null').join(',')}]`
  return canonicalObject(value as Record<string, unknown>)
}

function canonicalObject(object: Readonly<Record<string, unknown>>): string {
  let text = ''
  for (const { name, prefix } of layoutOf(Object.keys(object))) {
    const value = canonical(object[name])
    if (value !== undefined) text += (text === '' ? '{' : ',') + prefix + value
  }
  return text === '' ? '{}' : `${text}}`
}

let lastLayout: Layout = { names: [], columns: [] }

/** Cached between rows, which share their columns: sorting those takes as long as writing the values. */
function layoutOf(names: readonly string[]): readonly Column[] {
  if (!isSameList(names, lastLayout.names)) {
    const columns = names.toSorted(compareBytes).map((name) => ({ name, prefix: `${JSON.stringify(name)}:` }))
    lastLayout = { names, columns }
  }
  return lastLayout.columns
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index])
}
