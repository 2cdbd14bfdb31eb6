import { gunzipSync } from 'node:zlib'
import type { Encoded } from './reducer-messages.ts'

/** A generic class takes several megabytes; what is larger than this is no class document. */
export const MAX_DECODED_BYTES = 64 * 1024 * 1024

export type Decoded = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string }

const TOO_LARGE = `The document is larger than ${MAX_DECODED_BYTES / 1024 / 1024} MB.`
// Gzip of the smallest documents ends here too, cut ones included: its error says so.
const BROKEN_GZIP = 'The compressed answer is damaged or cut off.'

/** Decompresses and parses; the bound holds for what comes out, so that a small bomb stays small. */
export function decodeJson({ body, encoding }: Encoded): Decoded {
  const bytes = encoding === 'gzip' ? unzip(body) : body
  if (typeof bytes === 'string') return { ok: false, message: bytes }
  if (bytes.byteLength > MAX_DECODED_BYTES) return { ok: false, message: TOO_LARGE }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false, message: 'The answer is no JSON, or is cut off.' }
  }
}

const LEAST_PIECE = 4 * 1024
const LARGEST_PIECE = 1024 * 1024

/** What comes out, as the last four bytes say: made in one piece it costs half the time. They may lie, so they only say how large a piece is. */
function announcedBytes(body: Uint8Array<ArrayBuffer>): number {
  const announced = body.byteLength < 4 ? 0 : new DataView(body.buffer, body.byteOffset + body.byteLength - 4).getUint32(0, true)
  return Math.min(Math.max(announced + 1, LEAST_PIECE), LARGEST_PIECE)
}

/** The bytes, or what is wrong with them. */
function unzip(body: Uint8Array<ArrayBuffer>): Uint8Array | string {
  try {
    return gunzipSync(body, { maxOutputLength: MAX_DECODED_BYTES, chunkSize: announcedBytes(body) })
  } catch (error: unknown) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE' ? TOO_LARGE : BROKEN_GZIP
  }
}
