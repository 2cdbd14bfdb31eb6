import { zstdDecompressSync } from 'node:zlib'
import type { Row } from '@heddle/domain/values/row.ts'

/** Some rows on their way into a thread, as they were stored: unpacking and parsing them is work too. */
export type RowsPart =
  { readonly body: Uint8Array } | { readonly lines: readonly string[] } | { readonly rows: readonly Row[] }

export function rowsOfPart(part: RowsPart): readonly Row[] {
  if ('rows' in part) return part.rows
  const lines = 'lines' in part ? part.lines : zstdDecompressSync(part.body).toString('utf8').split('\n')
  return lines.map((line) => JSON.parse(line) as Row)
}
