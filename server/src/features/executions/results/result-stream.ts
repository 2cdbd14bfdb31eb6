import { promisify } from 'node:util'
import { type InputType, zstdCompress, zstdDecompress, type ZstdOptions } from 'node:zlib'
import { rowLines } from '../../../platform/rows/read-rows.ts'
import { regroupLines } from '../../../platform/text/line-chunks.ts'
import type { ResultChunk } from '../../run-engine/index.ts'

const compress = promisify<InputType, ZstdOptions, Buffer>(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Rows as a run stores them. */
export type PackedRows = Pick<ResultChunk, 'rowCount' | 'body'>
type AllPackedRows = AsyncIterable<PackedRows> | Iterable<PackedRows>

/** The rows of a run that has just ended, with one JSON object per line. Unlike stored ones, its chunks are small. */
export async function* chunkLines(chunks: AllPackedRows): AsyncGenerator<readonly string[]> {
  for await (const bytes of chunkBytes(chunks)) yield* rowLines(bytes)
}

/** The same as bytes. */
export async function* chunkBytes(chunks: AllPackedRows): AsyncGenerator<Buffer> {
  for await (const { body, rowCount } of chunks) if (rowCount > 0) yield decompress(body)
}

/** The inverse: packs lines as a run stores them, in chunks as large as its own. */
export async function* packLines(all: AsyncIterable<readonly string[]>): AsyncGenerator<PackedRows> {
  for await (const lines of regroupLines(all)) {
    const text = Buffer.from(lines.join('\n'))
    // Readers look at the size first.
    yield { rowCount: lines.length, body: await compress(text, { pledgedSrcSize: text.length }) }
  }
}
