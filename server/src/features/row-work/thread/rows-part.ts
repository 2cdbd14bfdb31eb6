import { zstdDecompressSync } from 'node:zlib'
import type { Row } from '@heddle/domain/values/row.ts'

/** Rows as they were stored; `base` is the body of the chunk whose content is their dictionary. */
export type RowsBody = { readonly body: Uint8Array; readonly base?: Uint8Array | null }

/** Some rows on their way into a thread, as they were stored: unpacking and parsing them is work too. */
export type RowsToRead = RowsBody | { readonly lines: readonly string[] } | { readonly rows: readonly Row[] }

export function rowsOfPart(part: RowsToRead): readonly Row[] {
  if ('rows' in part) return part.rows
  const lines = 'lines' in part ? part.lines : unpackedLines(part)
  return lines.map((line) => JSON.parse(line) as Row)
}

/** Each is a row as JSON. */
export function unpackedLines({ body, base }: RowsBody): readonly string[] {
  const options = base ? { dictionary: zstdDecompressSync(base) } : {}
  return zstdDecompressSync(body, options).toString('utf8').split('\n')
}
