import { zstdDecompressSync } from 'node:zlib'
import type { Row } from '@heddle/domain/values/row.ts'

/** Rows as they were stored; `base` is the body of the chunk whose content is their dictionary. */
export type PackedRows = { readonly body: Uint8Array; readonly base?: Uint8Array | null }

/** Some rows on their way into a thread, as they were stored: unpacking and parsing them is work too. */
export type RowsPart = PackedRows | { readonly lines: readonly string[] } | { readonly rows: readonly Row[] }

export function rowsOfPart(part: RowsPart): readonly Row[] {
  if ('rows' in part) return part.rows
  const lines = 'lines' in part ? part.lines : linesOf(part)
  return lines.map((line) => JSON.parse(line) as Row)
}

/** Each is a row as JSON. */
export function linesOf({ body, base }: PackedRows): readonly string[] {
  const options = base ? { dictionary: zstdDecompressSync(base) } : {}
  return zstdDecompressSync(body, options).toString('utf8').split('\n')
}
