import { stringEnd, valueEnd } from './scan-json.ts'

/** The ignored names by the length of their JSON text, which already rules out most attributes. */
type NameTable = ReadonlyMap<number, readonly string[]>

const LETTER_N = 110

/**
 * Reads the compared part of a canonical row, as a text that is equal if nothing differs. Ignored fields are left out,
 * and so are nulls: an absent attribute is presented as null, and null to null is not a change.
 */
export function contentReader(ignoreFields: readonly string[]): (text: string) => string {
  const ignored: NameTable = Map.groupBy(
    ignoreFields.map((name) => JSON.stringify(name)),
    (name) => name.length,
  )
  return (text) => readContent(text, ignored)
}

function readContent(text: string, ignored: NameTable): string {
  let content = ''
  let [keptFrom, keptTo] = [1, 1]
  for (let start = 1; start < text.length - 1;) {
    const nameEnd = stringEnd(text, start)
    const end = valueEnd(text, nameEnd + 1)
    if (text.charCodeAt(nameEnd + 1) === LETTER_N || isNamed(text, start, nameEnd, ignored)) {
      content = append(content, text.slice(keptFrom, keptTo))
      keptFrom = keptTo = end + 1
    } else keptTo = end
    start = end + 1
  }
  return append(content, text.slice(keptFrom, keptTo))
}

const append = (head: string, tail: string): string => (head === '' || tail === '' ? head + tail : `${head},${tail}`)

function isNamed(text: string, start: number, end: number, names: NameTable): boolean {
  return names.get(end - start)?.some((name) => text.startsWith(name, start)) === true
}
