import { gunzipSync } from 'node:zlib'
import { mayExceedValues } from '../../../platform/text/json-values.ts'
import type { Encoded, Reduced } from './reducer-calls.ts'

/** As large as a response may be. */
const MAX_DECODED_BYTES = 16 * 1024 * 1024
/** Class documents have some thousands; parsing millions takes gigabytes. */
const MAX_VALUES = 1_000_000

export type Decoded = { readonly ok: true; readonly value: unknown } | Extract<Reduced, { readonly ok: false }>

const TOO_LARGE = `The document is larger than ${MAX_DECODED_BYTES / 1024 / 1024} MB.`
const TOO_MANY = 'The document has too many values for a class document.'
// Also covers the smallest gzip bodies, including truncated ones.
const BROKEN_GZIP = 'The compressed response is damaged or truncated.'

/** Decompresses and parses. The limit applies to the decompressed size, to defuse zip bombs. */
export function decodeJson({ body, encoding }: Encoded): Decoded {
  const bytes = encoding === 'gzip' ? unzip(body) : body
  if (typeof bytes === 'string') return { ok: false, message: bytes, isFinal: bytes === TOO_LARGE }
  if (bytes.byteLength > MAX_DECODED_BYTES) return { ok: false, message: TOO_LARGE, isFinal: true }
  if (mayExceedValues(bytes, MAX_VALUES)) return { ok: false, message: TOO_MANY, isFinal: true }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false, message: 'The response is not JSON, or is truncated.' }
  }
}

const LEAST_PIECE = 4 * 1024
const LARGEST_PIECE = 1024 * 1024

/**
 * The decompressed size according to the last four bytes: inflating in one piece takes half the time. As they may be
 * wrong, they only determine the size of the pieces.
 */
function announcedBytes(body: Uint8Array<ArrayBuffer>): number {
  const announced =
    body.byteLength < 4 ? 0 : new DataView(body.buffer, body.byteOffset + body.byteLength - 4).getUint32(0, true)
  return Math.min(Math.max(announced + 1, LEAST_PIECE), LARGEST_PIECE)
}

/** The bytes, or an error message. */
function unzip(body: Uint8Array<ArrayBuffer>): Uint8Array | string {
  try {
    return gunzipSync(body, { maxOutputLength: MAX_DECODED_BYTES, chunkSize: announcedBytes(body) })
  } catch (error: unknown) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE' ? TOO_LARGE : BROKEN_GZIP
  }
}
