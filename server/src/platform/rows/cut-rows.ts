import { constants, createZstdDecompress } from 'node:zlib'
import { BYTES_PER_CHUNK, ROWS_PER_CHUNK } from '../text/line-chunks.ts'
import { RowTooLong } from './rows-too-large.ts'
import type { StoredChunk } from './stored-chunk.ts'

const NEWLINE = 10
const NEWLINE_BYTES = Uint8Array.of(NEWLINE)
/** A row that is larger is not read: it, and all that is made of it, has to fit into the memory of a thread. */
export const LONGEST_ROW_BYTES = 64_000_000

/** How what was cut is packed: it is read at once. */
export const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Rows with newlines between them, as many as a small chunk has. */
export type SomeRows = { readonly rowCount: number; readonly bytes: Buffer }

/**
 * The rows of a chunk of any size, some at a time. Its text is never held whole: each piece of it is unpacked in a
 * thread of zlib, once the one before was taken.
 */
export async function* cutRows(
  { body, from = 0, to = Infinity }: StoredChunk,
  dictionary?: Uint8Array,
): AsyncGenerator<SomeRows> {
  const unpacked = createZstdDecompress({ chunkSize: BYTES_PER_CHUNK, ...(dictionary && { dictionary }) })
  unpacked.end(body)
  const rows = new OpenRows()
  let row = 0
  for await (const piece of unpacked as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = piece.indexOf(NEWLINE); end >= 0 && row < to; end = piece.indexOf(NEWLINE, start)) {
      if (row >= from) {
        rows.add(piece.subarray(start, end))
        if (rows.endRow()) yield rows.take()
      }
      start = end + 1
      row += 1
    }
    if (row >= to) break
    if (row >= from) rows.add(piece.subarray(start))
  }
  // After the last row there is no newline.
  if (row >= from && row < to) rows.endRow()
  if (!rows.isEmpty()) yield rows.take()
}

/** Collects the bytes of rows until they are as many as a small chunk has. */
class OpenRows {
  #parts: Uint8Array[] = []
  #rows = 0
  #bytes = 0
  #rowBytes = 0

  isEmpty(): boolean {
    return this.#rows === 0
  }

  add(part: Uint8Array): void {
    if (part.length === 0) return
    if (this.#rowBytes === 0 && this.#rows > 0) this.#push(NEWLINE_BYTES)
    this.#push(part)
    this.#rowBytes += part.length
    if (this.#rowBytes > LONGEST_ROW_BYTES) throw new RowTooLong(`a row has more than ${LONGEST_ROW_BYTES} bytes`)
  }

  /** Whether there are enough. */
  endRow(): boolean {
    if (this.#rowBytes === 0) return false
    this.#rowBytes = 0
    this.#rows += 1
    return this.#rows === ROWS_PER_CHUNK || this.#bytes >= BYTES_PER_CHUNK
  }

  take(): SomeRows {
    const taken = { rowCount: this.#rows, bytes: Buffer.concat(this.#parts, this.#bytes) }
    this.#parts = []
    this.#rows = 0
    this.#bytes = 0
    return taken
  }

  #push(part: Uint8Array): void {
    this.#parts.push(part)
    this.#bytes += part.length
  }
}
