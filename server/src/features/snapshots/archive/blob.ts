import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

const LEVEL = { [constants.ZSTD_c_compressionLevel]: 3 }
/** A delta that saves less is not worth a second read. */
const WORTH_A_BASE = 0.4

/** Content before compression, and how large it is compressed without a dictionary. */
export type Dictionary = { readonly id: number; readonly raw: Uint8Array; readonly bodyBytes: number }
export type EncodedBlob = { readonly body: Uint8Array; readonly baseId: number | null }

/** The smaller of two: compressed alone, or with the content of another blob as raw dictionary. */
export function encodeBlob(raw: Uint8Array, dictionary?: Dictionary): EncodedBlob {
  if (dictionary === undefined) return { body: compress(raw), baseId: null }
  const delta = { body: compress(raw, dictionary.raw), baseId: dictionary.id }
  // Alike content shrinks alike, so most times the second compression can be saved.
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
  // With its size known a small blob needs a small compressor.
  const options = { params: LEVEL, pledgedSrcSize: raw.length, ...(dictionary && { dictionary }) }
  return ownBytes(zstdCompressSync(raw, options))
}

/** Bytes with a buffer of their own: a message takes along the whole buffer that a slice stands in. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}
