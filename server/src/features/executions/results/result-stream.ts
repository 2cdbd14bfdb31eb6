import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { jsonWithRows, type Lines } from '../../../platform/text/json-rows.ts'
import type { ResultChunk } from '../../run-engine/index.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Rows as a run stores them. */
export type PackedRows = Pick<ResultChunk, 'rowCount' | 'body'>

/** The lines of each chunk, with one JSON object per line. */
export async function* chunkLines(
  chunks: AsyncIterable<PackedRows> | Iterable<PackedRows>,
): AsyncGenerator<readonly string[]> {
  for await (const { body, rowCount } of chunks) {
    if (rowCount > 0) yield (await decompress(body)).toString('utf8').split('\n')
  }
}

/** The inverse: packs lines as a run stores them. */
export async function* packLines(all: AsyncIterable<readonly string[]>): AsyncGenerator<PackedRows> {
  for await (const lines of all)
    if (lines.length > 0) yield { rowCount: lines.length, body: await compress(lines.join('\n')) }
}

/** Rows pass from storage to the socket as text, without being parsed, one chunk at a time. */
export const jsonWithResults = (head: Readonly<Record<string, unknown>>, lines: Lines, maxRows: number): Readable =>
  jsonWithRows(head, 'results', lines, maxRows)
