import { constants, createZstdDecompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { BYTES_PER_CHUNK, ROWS_PER_CHUNK } from '../../text/line-chunks.ts'
import { ownBytes } from '../../threads/bytes.ts'
import { RowTooLong } from '../rows-too-large.ts'
import type { StoredChunk } from '../stored-chunk.ts'

const NEWLINE = 10
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** A row that is larger is not read: it, and all that is made of it, has to fit into the memory of a thread. */
export const LONGEST_ROW_BYTES = 64_000_000
/** The same for the content that a chunk builds on, which zstd needs whole. */
const LARGEST_BASE_BYTES = 512_000_000

/** Cuts a chunk of any size into small ones, without ever holding its whole text. */
export async function cutChunk(
  { body, base, from = 0, to = Infinity }: StoredChunk,
  take: (chunk: StoredChunk) => void,
): Promise<void> {
  const dictionary = base ? zstdDecompressSync(base, { maxOutputLength: LARGEST_BASE_BYTES }) : undefined
  const unpacked = createZstdDecompress({ chunkSize: BYTES_PER_CHUNK, ...(dictionary && { dictionary }) })
  unpacked.end(body)
  const rows = new OpenChunk(take)
  let row = 0
  for await (const piece of unpacked as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = piece.indexOf(NEWLINE); end >= 0 && row < to; end = piece.indexOf(NEWLINE, start)) {
      if (row >= from) {
        rows.add(piece.subarray(start, end))
        rows.endRow()
      }
      start = end + 1
      row += 1
    }
    if (row >= to) break
    if (row >= from) rows.add(piece.subarray(start))
  }
  // After the last row there is no newline.
  if (row >= from && row < to) rows.endRow()
  rows.end()
}

/** Collects the bytes of rows until they are a chunk. */
class OpenChunk {
  readonly #take: (chunk: StoredChunk) => void
  #parts: Uint8Array[] = []
  #rows = 0
  #bytes = 0
  #rowBytes = 0

  constructor(take: (chunk: StoredChunk) => void) {
    this.#take = take
  }

  add(part: Uint8Array): void {
    if (part.length === 0) return
    if (this.#rowBytes === 0 && this.#rows > 0) this.#push(NEWLINE_BYTES)
    this.#push(part)
    this.#rowBytes += part.length
    if (this.#rowBytes > LONGEST_ROW_BYTES) throw new RowTooLong(`a row has more than ${LONGEST_ROW_BYTES} bytes`)
  }

  endRow(): void {
    if (this.#rowBytes === 0) return
    this.#rowBytes = 0
    this.#rows += 1
    if (this.#rows === ROWS_PER_CHUNK || this.#bytes >= BYTES_PER_CHUNK) this.end()
  }

  end(): void {
    if (this.#rows === 0) return
    const rows = Buffer.concat(this.#parts, this.#bytes)
    this.#take({ rowCount: this.#rows, body: ownBytes(zstdCompressSync(rows, FAST)) })
    this.#parts = []
    this.#rows = 0
    this.#bytes = 0
  }

  #push(part: Uint8Array): void {
    this.#parts.push(part)
    this.#bytes += part.length
  }
}

const NEWLINE_BYTES = Uint8Array.of(NEWLINE)
