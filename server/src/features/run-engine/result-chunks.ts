import { constants, zstdCompressSync } from 'node:zlib'
import type { Row } from '@heddle/domain/values/row.ts'
import { ownBytes } from '../../platform/threads/bytes.ts'
import type { ResultChunk } from './engine-types.ts'

export const ROWS_PER_CHUNK = 500

const FIRST_BYTES = 512 * 1024
const NEWLINE = 10
const LONGEST_UTF8 = 3
// Rows are so repetitive that higher levels and larger windows save next to nothing. They cost memory, because a
// compressor is freed only when it is garbage collected, and there is one per chunk.
const SMALL_AND_FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: 17 } }

/** Splits rows into compressed chunks of newline-delimited JSON, so that every later reader can stream them. */
export function writeChunks(rows: readonly Row[], write: (chunk: ResultChunk) => void): void {
  const lines = new LineBuffer()
  for (let start = 0, index = 0; start < rows.length; start += ROWS_PER_CHUNK, index++) {
    const end = Math.min(start + ROWS_PER_CHUNK, rows.length)
    for (let at = start; at < end; at++) lines.add(JSON.stringify(rows[at]))
    write({ index, rowCount: end - start, body: ownBytes(zstdCompressSync(lines.take(), SMALL_AND_FAST)) })
  }
}

/** One buffer, reused for the text of every chunk: a new one each time would pile up a hundred megabytes of garbage. */
class LineBuffer {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES)
  #used = 0

  add(line: string): void {
    const most = this.#used + 1 + line.length * LONGEST_UTF8
    if (most > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], most * 2)
    if (this.#used > 0) this.#bytes[this.#used++] = NEWLINE
    this.#used += this.#bytes.write(line, this.#used, 'utf8')
  }

  /** The lines added since the last call; overwritten by the next one added. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#used)
    this.#used = 0
    return taken
  }
}
