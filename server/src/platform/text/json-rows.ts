import { Readable } from 'node:stream'

/** JSON objects as text, in batches. */
export type Lines = AsyncIterable<readonly string[]> | Iterable<readonly string[]>

/** A JSON object whose last member is a list of rows that are already JSON. Rows are read as they are sent. */
export function jsonWithRows(
  head: Readonly<Record<string, unknown>>,
  member: string,
  lines: Lines,
  maxRows = Infinity,
): Readable {
  return Readable.from(parts(head, member, lines, maxRows), { objectMode: false })
}

async function* parts(
  head: Readonly<Record<string, unknown>>,
  member: string,
  all: Lines,
  maxRows: number,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(member)}:[`
  let written = 0
  for await (const lines of all) {
    const part = lines.slice(0, maxRows - written)
    if (part.length > 0) yield (written > 0 ? ',' : '') + part.join(',')
    written += part.length
    if (written >= maxRows) break
  }
  yield ']}'
}
