import { zstdCompressSync } from 'node:zlib'
import type { Row } from '@heddle/domain/query/row.ts'
import type { ResultChunk } from './engine-types.ts'

export const ROWS_PER_CHUNK = 500

/** Cuts rows into compressed chunks of newline-delimited JSON, so that every later reader can stream them. */
export function writeChunks(rows: readonly Row[], write: (chunk: ResultChunk) => void): void {
  for (let start = 0, index = 0; start < rows.length; start += ROWS_PER_CHUNK, index++) {
    const part = rows.slice(start, start + ROWS_PER_CHUNK)
    const text = part.map((row) => JSON.stringify(row)).join('\n')
    write({ index, rowCount: part.length, body: zstdCompressSync(text) })
  }
}
