import { stringEnd, valueEnd } from './scan-json.ts'

/** At the length of a name as it is written, the ignored names of that length: most attributes need no other look. */
type NameTable = ReadonlyMap<number, readonly string[]>

const LETTER_N = 110

/**
 * Reads what of a canonical row is compared, as text that is equal when nothing of it differs. Ignored fields are left out,
 * and so is null: an attribute that is absent on one side is presented as null there, and null to null is no change.
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
