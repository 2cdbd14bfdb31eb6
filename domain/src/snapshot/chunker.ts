import { compareBytes } from './byte-order.ts'

/** Consecutive rows of a result that are stored as one piece. */
export type Chunk = {
  /** Canonical rows. */
  readonly rows: readonly string[]
  /** The smallest and the largest DN by UTF-8 bytes, with U+FFFD for lone surrogates, which UTF-8 does not have. */
  readonly minDn: string | undefined
  readonly maxDn: string | undefined
  /** Of the rows in UTF-8, joined by newlines. */
  readonly bytes: number
}

export type Chunker = {
  /** Takes the next row. Returns the chunk that ended before it, if one did. */
  add(canonical: string, dn: string | undefined): Chunk | undefined
  /** The last chunk; undefined when there were no rows. */
  end(): Chunk | undefined
}

const MAX_ROWS = 512
const MAX_BYTES = 256 * 1024
/** A chunk ends after every 64th row, on average. */
const CUT = 64

/**
 * Cuts a result into chunks where its content says so: after rows whose DN, or whole text when they have none, hashes to a
 * multiple of 64. So a row that comes or goes moves no cut but those around it, and all other chunks are those of the
 * snapshot before. Chunks hold at most 512 rows and 256 KB; a row that is larger than that is a chunk of its own.
 */
export function createChunker(hashOf: (text: string) => number): Chunker {
  let open: OpenChunk | undefined
  return {
    add(canonical, dn) {
      const bytes = byteLength(canonical)
      // A row that does not fit ends the chunk before it and may complete its own, so chunks are only handed out with the next row.
      const ended = open !== undefined && (open.isComplete || open.bytes + 1 + bytes > MAX_BYTES) ? open : undefined
      if (open === undefined || ended !== undefined) open = { rows: [], minDn: undefined, maxDn: undefined, bytes: -1, isComplete: false }
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

type OpenChunk = { rows: string[]; minDn: string | undefined; maxDn: string | undefined; bytes: number; isComplete: boolean }

/** The newline is counted with the row behind it. */
function addRow(chunk: OpenChunk, canonical: string, bytes: number, dn: string | undefined): void {
  chunk.rows.push(canonical)
  chunk.bytes += 1 + bytes
  if (dn === undefined) return
  if (chunk.minDn === undefined || compareBytes(dn, chunk.minDn) < 0) chunk.minDn = dn
  if (chunk.maxDn === undefined || compareBytes(dn, chunk.maxDn) > 0) chunk.maxDn = dn
}

const chunkOf = ({ rows, minDn, maxDn, bytes }: OpenChunk): Chunk => ({ rows, minDn, maxDn, bytes })

const encoder = new TextEncoder()

/** Most rows are ASCII, where looking for anything else is faster than encoding. */
function byteLength(text: string): number {
  return /[\u0080-\uffff]/.test(text) ? encoder.encode(text).length : text.length
}
