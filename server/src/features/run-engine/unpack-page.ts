import { gunzipSync } from 'node:zlib'
import type { PageAnswer } from './engine-types.ts'

type FetchedPage = Extract<PageAnswer, { ok: true }>

export type Unpacked =
  { readonly ok: true; readonly body: Uint8Array } | { readonly ok: false; readonly fault: 'too_big' | 'damaged' }

const SMALLEST_CHUNK = 64 * 1024
/** The most that gzip can shrink a text to. */
const MOST_FACTOR = 1_032

/** The text of a page, unpacked in the thread that parses it; no more of it than the adapter allows. */
export function unpackPage(page: FetchedPage): Unpacked {
  const { body, packed } = page
  if (packed === undefined) return { ok: true, body }
  try {
    // Room for the whole text, so that it is not put together from pieces.
    const chunkSize = Math.max(SMALLEST_CHUNK, textBytes(page) + 1)
    return { ok: true, body: gunzipSync(body, { maxOutputLength: packed.maxBytes, chunkSize }) }
  } catch (error) {
    return { ok: false, fault: error instanceof RangeError ? 'too_big' : 'damaged' }
  }
}

/** How large the text of a page is: what its last four bytes say, which may be wrong, within what is possible. */
export function textBytes({ body, packed }: FetchedPage): number {
  if (packed === undefined) return body.byteLength
  const end = new DataView(body.buffer, body.byteOffset, body.byteLength)
  const announced = body.byteLength < 4 ? 0 : end.getUint32(body.byteLength - 4, true)
  return Math.min(announced, body.byteLength * MOST_FACTOR, packed.maxBytes)
}
