import type { Readable } from 'node:stream'
import { sendSlowly } from './send-slowly.ts'

const NEWLINE = 10
const COMMA = 44

/**
 * A JSON object whose last member is a list of stored rows. They pass as bytes, without being parsed: of lines of JSON,
 * every newline is between two of them.
 */
export const jsonWithStoredRows = (
  head: Readonly<Record<string, unknown>>,
  member: string,
  rows: AsyncIterable<Buffer> | Iterable<Buffer>,
  maxRows = Infinity,
): Readable => sendSlowly(parts(head, member, rows, maxRows))

async function* parts(
  head: Readonly<Record<string, unknown>>,
  member: string,
  rows: AsyncIterable<Buffer> | Iterable<Buffer>,
  maxRows: number,
): AsyncGenerator<Uint8Array | string> {
  // Goes out with the first rows: until then, a fault of theirs can still be reported.
  let before = `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(member)}:[`
  let left = maxRows
  for await (const lines of rows) {
    const list = withCommas(lines, left)
    yield before
    yield list.bytes
    before = ','
    left -= list.count
    if (left <= 0) break
  }
  yield before === ',' ? ']}' : `${before}]}`
}

/** Changes the bytes. */
function withCommas(lines: Buffer, most: number): { readonly bytes: Buffer; readonly count: number } {
  let count = 1
  for (let at = lines.indexOf(NEWLINE); at >= 0; at = lines.indexOf(NEWLINE, at + 1)) {
    if (count === most) return { bytes: lines.subarray(0, at), count }
    lines[at] = COMMA
    count += 1
  }
  return { bytes: lines, count }
}
