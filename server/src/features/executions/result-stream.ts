import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { ResultChunk } from './engine/engine-types.ts'

const decompress = promisify(zstdDecompress)
type Chunks = AsyncIterable<ResultChunk> | Iterable<ResultChunk>

/** The lines of each chunk: one JSON object a line. */
export async function* chunkLines(chunks: Chunks): AsyncGenerator<readonly string[]> {
  for await (const { body, rowCount } of chunks) {
    if (rowCount > 0) yield (await decompress(body)).toString('utf8').split('\n')
  }
}

/**
 * A JSON object whose last member is `results`: rows pass from storage to the socket as text, without being parsed,
 * and never more than a chunk of them at a time.
 */
export function jsonWithResults(head: Readonly<Record<string, unknown>>, chunks: Chunks, maxRows: number): Readable {
  return Readable.from(parts(head, chunks, maxRows), { objectMode: false })
}

async function* parts(head: Readonly<Record<string, unknown>>, chunks: Chunks, maxRows: number): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"results":[`
  let written = 0
  for await (const lines of chunkLines(chunks)) {
    const part = lines.slice(0, maxRows - written)
    if (part.length > 0) yield (written > 0 ? ',' : '') + part.join(',')
    written += part.length
    if (written >= maxRows) break
  }
  yield ']}'
}
