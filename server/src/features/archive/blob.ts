import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { ownBytes } from '../../platform/threads/bytes.ts'

const LEVEL = { [constants.ZSTD_c_compressionLevel]: 3 }
/** A delta that saves less is not worth reading a second blob. */
const WORTH_A_BASE = 0.4

/** Uncompressed content, and its size when compressed without a dictionary. */
export type Dictionary = { readonly id: number; readonly raw: Uint8Array; readonly bodyBytes: number }
export type EncodedBlob = { readonly body: Uint8Array; readonly baseId: number | null }

/** Compresses on its own or with the content of another blob as raw dictionary, whichever is worth it. */
export function encodeBlob(raw: Uint8Array, dictionary?: Dictionary): EncodedBlob {
  if (dictionary === undefined) return { body: compress(raw), baseId: null }
  const delta = { body: compress(raw, dictionary.raw), baseId: dictionary.id }
  // Similar content compresses about equally well, which usually saves the second compression.
  const expected = (dictionary.bodyBytes * raw.length) / Math.max(1, dictionary.raw.length)
  if (delta.body.length <= WORTH_A_BASE * expected) return delta
  const alone = compress(raw)
  return delta.body.length <= WORTH_A_BASE * alone.length ? delta : { body: alone, baseId: null }
}

/** `base` is the body of the blob whose content was the dictionary. */
export const decodeBlob = (body: Uint8Array, base: Uint8Array | null): Buffer =>
  decodeWith(body, base && decodeWith(base, null))

/** Chunks of usual size come out in one piece, which saves a third of the time. */
const PIECE_BYTES = 64 * 1024

export const decodeWith = (body: Uint8Array, dictionary: Uint8Array | null, chunkSize = PIECE_BYTES): Buffer =>
  zstdDecompressSync(body, dictionary === null ? { chunkSize } : { chunkSize, dictionary })

/** Whole chunks of usual size become a string at once, which is faster than line by line. */
const LARGEST_TEXT_BYTES = 16_000_000
const NEWLINE = 10

export const blobLines = (body: Uint8Array, base: Uint8Array | null): Generator<string> =>
  linesOfContent(decodeBlob(body, base))

/** The lines of a blob of any size, also where they fit into no string together. */
export function* linesOfContent(raw: Buffer): Generator<string> {
  if (raw.length <= LARGEST_TEXT_BYTES) return yield* raw.toString('utf8').split('\n')
  for (let start = 0, end = 0; start <= raw.length; start = end + 1) {
    const next = raw.indexOf(NEWLINE, start)
    end = next < 0 ? raw.length : next
    yield raw.toString('utf8', start, end)
  }
}

function compress(raw: Uint8Array, dictionary?: Uint8Array): Uint8Array {
  // Knowing the size, zstd allocates a small context for a small blob.
  const options = { params: LEVEL, pledgedSrcSize: raw.length, ...(dictionary && { dictionary }) }
  return ownBytes(zstdCompressSync(raw, options))
}
