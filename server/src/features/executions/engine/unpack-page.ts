import { gunzipSync } from 'node:zlib'
import type { PageAnswer } from './engine-types.ts'

export type Unpacked = { readonly ok: true; readonly body: Uint8Array } | { readonly ok: false; readonly fault: 'too_big' | 'damaged' }

const SMALLEST_CHUNK = 64 * 1024
/** The most that gzip can shrink a text to. */
const MOST_FACTOR = 1_032

/** The text of a page, unpacked in the thread that parses it; no more of it than the adapter allows. */
export function unpackPage({ body, packed }: Extract<PageAnswer, { ok: true }>): Unpacked {
  if (packed === undefined) return { ok: true, body }
  const { maxBytes } = packed
  try {
    return { ok: true, body: gunzipSync(body, { maxOutputLength: maxBytes, chunkSize: chunkSizeFor(body, maxBytes) }) }
  } catch (error) {
    return { ok: false, fault: error instanceof RangeError ? 'too_big' : 'damaged' }
  }
}

/** Room for the whole text, whose length is in the last four bytes, so that it is not put together from pieces. */
function chunkSizeFor(body: Uint8Array, maxBytes: number): number {
  const end = new DataView(body.buffer, body.byteOffset, body.byteLength)
  const announced = body.byteLength < 4 ? 0 : end.getUint32(body.byteLength - 4, true)
  return Math.max(SMALLEST_CHUNK, Math.min(announced + 1, body.byteLength * MOST_FACTOR, maxBytes))
}
