import { CONTROLLER_COLUMN } from '../canvas/names.ts'
import type { DiffRules } from './diff-rules.ts'
import { contentReader } from './row-content.ts'
import { stringEnd, valueEnd } from './scan-json.ts'

/**
 * Reads the keys of canonical rows without parsing: in canonical text, equal values are equal substrings. Keys from DNs
 * and keys from content begin with different words, so they never collide.
 */
export function keyReader({ match, ignoreFields }: DiffRules): (text: string) => string {
  if (typeof match === 'object') return valuesReader(match.keyFields)
  const contentOf = contentReader(ignoreFields)
  if (match === 'hash') return contentOf
  const dnOf = match === 'dn' ? dnKey : controllerDnKey
  return (text) => dnOf(text) ?? `row ${contentOf(text)}`
}

/** Only a text is a DN. Its quotes are removed, so that keys sort like DNs. */
function dnKey(text: string): string | undefined {
  const value = findValue(text, '"dn"')
  return value?.startsWith('"') === true ? `dn ${value.slice(1, -1)}` : undefined
}

const CONTROLLER = JSON.stringify(CONTROLLER_COLUMN)

/** A newline sorts before whatever a longer DN continues with. */
function controllerDnKey(text: string): string | undefined {
  const dn = dnKey(text)
  return dn && `${dn}\n${findValue(text, CONTROLLER) ?? 'null'}`
}

/** A missing column is null. */
function valuesReader(columns: readonly string[]): (text: string) => string {
  const names = columns.map((column) => JSON.stringify(column))
  return (text) => names.map((name) => findValue(text, name) ?? 'null').join(',')
}

/** The JSON text of an attribute's value. The name is passed as JSON text, too, with its quotes. */
function findValue(text: string, name: string): string | undefined {
  for (let start = 1; start < text.length - 1;) {
    const nameEnd = stringEnd(text, start)
    const end = valueEnd(text, nameEnd + 1)
    if (nameEnd - start === name.length && text.startsWith(name, start)) return text.slice(nameEnd + 1, end)
    start = end + 1
  }
  return undefined
}
