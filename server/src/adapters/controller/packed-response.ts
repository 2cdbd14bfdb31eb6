import { promisify } from 'node:util'
import { constants, gunzip, gunzipSync } from 'node:zlib'
import { BodyTooBig } from '../outbound/read-body.ts'
import type { Refusal } from '../outbound/controller-failure.ts'
import { type ControllerAnswer, classifyResponse, HEAD_BYTES, isEnvelope } from './classify-response.ts'

const unpack = promisify(gunzip)

/** Errors are smaller, and so are responses that are not worth the trouble. */
const SMALLEST_BYTES = 16 * 1024
/** Even of a decompression bomb they hold no more than half a megabyte. */
const PACKED_HEAD_BYTES = 512

/**
 * Classifies a successful response that arrived with gzip. A large one that begins like a controller's stays packed, to
 * be unpacked where it is parsed; all others are unpacked here.
 */
export async function classifyPacked(
  body: Uint8Array<ArrayBuffer>,
  maxBytes: number,
): Promise<ControllerAnswer | Refusal> {
  if (body.byteLength >= SMALLEST_BYTES && isEnvelope(headOf(body)))
    return { ok: true, status: 200, body, packed: { encoding: 'gzip', maxBytes } }
  return classifyResponse({ ok: true, status: 200, body: new Uint8Array(await unpackAll(body, maxBytes)) })
}

function headOf(body: Uint8Array): string {
  try {
    const head = gunzipSync(body.subarray(0, PACKED_HEAD_BYTES), { finishFlush: constants.Z_SYNC_FLUSH })
    return head.toString('latin1', 0, HEAD_BYTES)
  } catch {
    // Unpacking all of it fails too, and says why.
    return ''
  }
}

async function unpackAll(body: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  try {
    return await unpack(body, { maxOutputLength: maxBytes })
  } catch (error) {
    throw error instanceof RangeError ? new BodyTooBig() : error
  }
}
