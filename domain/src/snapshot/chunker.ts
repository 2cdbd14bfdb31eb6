import { compareBytes } from './byte-order.ts'

/** Consecutive rows of a result, stored together. */
export type Chunk = {
  /** Canonical rows. */
  readonly rows: readonly string[]
  /** The smallest and the largest DN in byte order, with U+FFFD for lone surrogates, which UTF-8 cannot encode. */
  readonly minDn: string | undefined
  readonly maxDn: string | undefined
  /** Size of the rows in UTF-8, joined by newlines. */
  readonly bytes: number
}

export type Chunker = {
  /** Adds the next row. Returns the chunk that ended before it, if any. */
  add(canonical: string, dn: string | undefined): Chunk | undefined
  /** Returns the last chunk; undefined if there were no rows. */
  end(): Chunk | undefined
}

const MAX_ROWS = 512
const MAX_BYTES = 256 * 1024
/** On average, a chunk ends after every 64th row. */
const CUT = 64

/**
 * Cuts a result into content-defined chunks: a chunk ends after a row whose DN, or whole text if it has none, hashes to
 * a multiple of 64. An added or removed row therefore only affects the chunks around it; all others are the same as in
 * the previous snapshot. Chunks hold at most 512 rows and 256 KB; a larger row becomes its own chunk.
 */
export function createChunker(hashOf: (text: string) => number): Chunker {
  let open: OpenChunk | undefined
  return {
    add(canonical, dn) {
      const bytes = byteLength(canonical)
      // A row that does not fit ends the open chunk and may also complete the next, so a chunk is returned only with
      // the next row.
      const ended = open !== undefined && (open.isComplete || open.bytes + 1 + bytes > MAX_BYTES) ? open : undefined
      if (open === undefined || ended !== undefined)
        open = { rows: [], minDn: undefined, maxDn: undefined, bytes: -1, isComplete: false }
      addRow(open, canonical, bytes, dn?.toWellFormed())
      open.isComplete = open.rows.length === MAX_ROWS || hashOf(dn ?? canonical) % CUT === 0
      return ended && chunkOf(ended)
    },
    end() {
      const ended = open
      open = undefined
      return ended && chunkOf(ended)
    },
  }
}

type OpenChunk = {
  rows: string[]
  minDn: string | undefined
  maxDn: string | undefined
  bytes: number
  isComplete: boolean
}

/** The newline counts towards the row after it. */
function addRow(chunk: OpenChunk, canonical: string, bytes: number, dn: string | undefined): void {
  chunk.rows.push(canonical)
  chunk.bytes += 1 + bytes
  if (dn === undefined) return
  if (chunk.minDn === undefined || compareBytes(dn, chunk.minDn) < 0) chunk.minDn = dn
  if (chunk.maxDn === undefined || compareBytes(dn, chunk.maxDn) > 0) chunk.maxDn = dn
}

const chunkOf = ({ rows, minDn, maxDn, bytes }: OpenChunk): Chunk => ({ rows, minDn, maxDn, bytes })

const encoder = new TextEncoder()

/** Most rows are ASCII, and checking for that is faster than encoding. */
function byteLength(text: string): number {
  return /[\u0080-\uffff]/.test(text) ? encoder.encode(text).length : text.length
}
