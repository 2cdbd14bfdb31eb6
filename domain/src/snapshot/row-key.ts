import type { DiffRules } from './diff-rules.ts'
import { contentReader } from './row-content.ts'
import { stringEnd, valueEnd } from './scan-json.ts'

/**
 * Reads what canonical rows are known by. Nothing is parsed: in a canonical text equal values are equal pieces. The keys
 * of rows known by their DN and of rows known by their content begin with different words, so they never meet.
 */
export function keyReader({ match, ignoreFields }: DiffRules): (text: string) => string {
  if (typeof match === 'object') return valuesReader(match.keyFields)
  const contentOf = contentReader(ignoreFields)
  if (match === 'hash') return contentOf
  return (text) => dnKey(text) ?? `row ${contentOf(text)}`
}

/** Only a text is a DN. It goes without its quotes, so that keys sort like DNs. */
function dnKey(text: string): string | undefined {
  const value = findValue(text, '"dn"')
  return value?.startsWith('"') === true ? `dn ${value.slice(1, -1)}` : undefined
}

/** A column that a row does not have counts as null. */
function valuesReader(columns: readonly string[]): (text: string) => string {
  const names = columns.map((column) => JSON.stringify(column))
  return (text) => names.map((name) => findValue(text, name) ?? 'null').join(',')
}

/** The text of one attribute's value. The name is given as it is written, with its quotes. */
function findValue(text: string, name: string): string | undefined {
  for (let start = 1; start < text.length - 1;) {
    const nameEnd = stringEnd(text, start)
    const end = valueEnd(text, nameEnd + 1)
    if (nameEnd - start === name.length && text.startsWith(name, start)) return text.slice(nameEnd + 1, end)
    start = end + 1
  }
  return undefined
}
