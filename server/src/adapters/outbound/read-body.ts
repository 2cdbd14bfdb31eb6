import { pipeline, type Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip } from 'node:zlib'

export type BodyLimits = {
  readonly maxBytes: number
  /** From `content-length`, if present. */
  readonly announcedBytes: number | undefined
  readonly encoding: string | undefined
}

export class BodyTooBig extends Error {
  override readonly name = 'BodyTooBig'
}

export class UnknownEncoding extends Error {
  override readonly name = 'UnknownEncoding'
}

const STEP_BYTES = 4 * 1024 * 1024
/** Few large chunks: each costs a turn of the event loop. */
const DECODED_CHUNK_BYTES = 256 * 1024

/** Reads and decodes a response. The array owns its buffer, so it may be transferred to a worker thread. */
export async function readBody(stream: Readable, limits: BodyLimits): Promise<Uint8Array<ArrayBuffer>> {
  // The reader gets the error; an error after reading has ended must not end the process.
  stream.on('error', () => undefined)
  const plain = limits.encoding === undefined || limits.encoding === 'identity'
  if (plain && limits.announcedBytes !== undefined) return readAnnounced(stream, limits.announcedBytes, limits.maxBytes)
  return readUnannounced(plain ? stream : decodeBody(stream, limits.encoding), limits.maxBytes)
}

/** Copies each chunk straight to its place. */
async function readAnnounced(stream: Readable, announced: number, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (announced > maxBytes) {
    stream.destroy()
    throw new BodyTooBig()
  }
  const body = new Uint8Array(announced)
  let filled = 0
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    // The HTTP library cuts or refuses anything over the announced length.
    body.set(chunk, filled)
    filled += chunk.byteLength
  }
  return filled === announced ? body : body.slice(0, filled)
}

async function readUnannounced(stream: Readable, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let total = 0
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    total += chunk.byteLength
    if (total > maxBytes) throw new BodyTooBig()
    chunks.push(chunk)
  }
  return joinChunks(chunks, total)
}

/** Copies in steps: joining 50 MB at once would block the event loop for tens of milliseconds. */
export async function joinChunks(chunks: readonly Uint8Array[], total: number): Promise<Uint8Array<ArrayBuffer>> {
  const body = new Uint8Array(total)
  let filled = 0
  let nextPause = STEP_BYTES
  for (const chunk of chunks) {
    body.set(chunk, filled)
    filled += chunk.byteLength
    if (filled < nextPause) continue
    nextPause = filled + STEP_BYTES
    await setImmediate()
  }
  return body
}

/**
 * Decoding runs on the thread pool; the limit applies to the decoded size, so a decompression bomb is stopped early.
 */
export function decodeBody(stream: Readable, encoding: string | undefined): Readable {
  const decoder =
    encoding === 'gzip'
      ? createGunzip({ chunkSize: DECODED_CHUNK_BYTES })
      : encoding === 'br'
        ? createBrotliDecompress()
        : undefined
  if (decoder === undefined) {
    stream.destroy()
    throw new UnknownEncoding()
  }
  // The decoder's reader gets the error; the callback is only required.
  return pipeline(stream, decoder, () => undefined)
}
