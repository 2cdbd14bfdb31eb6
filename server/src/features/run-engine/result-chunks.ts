import { constants, zstdCompressSync } from 'node:zlib'
import {
  LARGEST_COLUMNS_BYTES,
  LARGEST_RESULT_BYTES,
  LARGEST_ROW_BYTES,
  megabytes,
} from '@heddle/contract/result-budget.ts'
import { LARGE_ROW, largeTable } from '@heddle/domain/post-processing/table-size.ts'
import type { Row } from '@heddle/domain/values/row.ts'
import { BYTES_PER_CHUNK, ChunkEnds } from '../../platform/text/line-chunks.ts'
import { ownBytes } from '../../platform/threads/bytes.ts'
import type { ResultChunk, RunLimits } from './engine-types.ts'
import { RunError } from './run-error.ts'

const NEWLINE = 10
// Rows are so repetitive that higher levels and larger windows save next to nothing. They cost memory, because a
// compressor is freed only when it is garbage collected, and there is one per chunk.
const SMALL_AND_FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: 17 } }

/** Most bytes that the rows of a run may have: texts that they share count in each, so no heap would show them. */
export const resultLimit = ({ maxHeapBytes }: Pick<RunLimits, 'maxHeapBytes'>): number =>
  Math.min(LARGEST_RESULT_BYTES, maxHeapBytes)

/**
 * Splits rows into compressed chunks of newline-delimited JSON, so that every later reader can stream them. Throws a
 * `RunError` if a row, or all of them, have too many bytes.
 */
export function writeChunks(rows: readonly Row[], mostBytes: number, write: (chunk: ResultChunk) => void): void {
  const ends = new ChunkEnds()
  const lines = new LineBuffer()
  let index = 0
  let room = mostBytes
  const end = () => {
    const { rowCount, text } = lines.take()
    write({ index: index++, rowCount, body: ownBytes(zstdCompressSync(text, SMALL_AND_FAST)) })
  }
  for (const row of rows) {
    const line = lineOf(row)
    const bytes = Buffer.byteLength(line)
    if (bytes > LARGEST_ROW_BYTES) throw tooBig(LARGE_ROW)
    room -= bytes + 1
    if (room < 0) throw tooBig(largeTable(mostBytes))
    if (ends.endsBefore(bytes)) end()
    lines.add(line, bytes)
  }
  if (rows.length > 0) end()
}

/** Of rows that are kept beside the result, for as long as somebody looks at it. */
const MOST_BYTES_BEFORE = 64 * 1024 * 1024

/** Like `writeChunks`, for rows that can be read again: returns whether they were few enough to keep. */
export function keepChunks(rows: readonly Row[], mostBytes: number, write: (chunk: ResultChunk) => void): boolean {
  try {
    writeChunks(rows, Math.min(mostBytes, MOST_BYTES_BEFORE), write)
    return true
  } catch (error) {
    if (error instanceof RunError) return false
    throw error
  }
}

/** A result without rows can have columns, too: those of a pivot are named by values. */
export function checkColumns(columns: readonly string[]): void {
  const bytes = columns.reduce((sum, column) => sum + Buffer.byteLength(column), 0)
  if (bytes > LARGEST_COLUMNS_BYTES) throw tooBig(LONG_NAMES)
}

const LONG_NAMES = `the names of its columns have more than ${megabytes(LARGEST_COLUMNS_BYTES)} together: keep fewer columns`

function lineOf(row: Row): string {
  try {
    return JSON.stringify(row)
  } catch (error) {
    // A text longer than the engine can hold.
    throw error instanceof RangeError ? tooBig(LARGE_ROW) : error
  }
}

const tooBig = (words: string): RunError =>
  new RunError({ reason: 'too_big', message: `The result is too large: ${words}.` }, { isCeiling: true })

/** One buffer, reused for the text of every chunk: a new one each time would pile up a hundred megabytes of garbage. */
class LineBuffer {
  readonly #bytes = Buffer.allocUnsafe(BYTES_PER_CHUNK)
  /** A line that is larger than a chunk; it is alone. */
  #large: Uint8Array | undefined
  #used = 0
  #rowCount = 0

  add(line: string, bytes: number): void {
    this.#rowCount += 1
    if (bytes > this.#bytes.length) {
      this.#large = Buffer.from(line)
      return
    }
    if (this.#used > 0) this.#bytes[this.#used++] = NEWLINE
    this.#used += this.#bytes.write(line, this.#used, 'utf8')
  }

  /** The lines added since the last call; overwritten by the next one added. */
  take(): { readonly rowCount: number; readonly text: Uint8Array } {
    const taken = { rowCount: this.#rowCount, text: this.#large ?? this.#bytes.subarray(0, this.#used) }
    this.#large = undefined
    this.#used = 0
    this.#rowCount = 0
    return taken
  }
}
