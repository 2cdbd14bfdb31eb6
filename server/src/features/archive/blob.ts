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
export function decodeBlob(body: Uint8Array, base: Uint8Array | null): Buffer {
  return base === null ? zstdDecompressSync(body) : zstdDecompressSync(body, { dictionary: zstdDecompressSync(base) })
}

function compress(raw: Uint8Array, dictionary?: Uint8Array): Uint8Array {
  // Knowing the size, zstd allocates a small context for a small blob.
  const options = { params: LEVEL, pledgedSrcSize: raw.length, ...(dictionary && { dictionary }) }
  return ownBytes(zstdCompressSync(raw, options))
}
