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
  const { encoding, maxBytes, announcedBytes } = limits
  const plain = encoding === undefined || encoding === 'identity'
  if (plain && announcedBytes !== undefined && announcedBytes > maxBytes) {
    stream.destroy()
    throw new BodyTooBig()
  }
  const body = new BodyBytes(plain ? announcedBytes : undefined, maxBytes)
  for await (const chunk of (plain ? stream : decodeBody(stream, encoding)) as AsyncIterable<Uint8Array>)
    body.add(chunk)
  return body.whole()
}

/** The bytes of a body so far. Copies each chunk straight to its place if the length is known. */
export class BodyBytes {
  readonly #most: number
  readonly #announced: Uint8Array<ArrayBuffer> | undefined
  readonly #chunks: Uint8Array[] = []
  #filled = 0

  /** Throws `BodyTooBig`. */
  constructor(announcedBytes: number | undefined, most: number) {
    this.#most = most
    if (announcedBytes === undefined) return
    if (announcedBytes > most) throw new BodyTooBig()
    this.#announced = new Uint8Array(announcedBytes)
  }

  /** Throws `BodyTooBig`. */
  add(chunk: Uint8Array): void {
    const filled = this.#filled + chunk.byteLength
    if (filled > this.#most) throw new BodyTooBig()
    // The HTTP library cuts or refuses anything over the announced length.
    if (this.#announced) this.#announced.set(chunk, this.#filled)
    else this.#chunks.push(chunk)
    this.#filled = filled
  }

  async whole(): Promise<Uint8Array<ArrayBuffer>> {
    if (!this.#announced) return joinChunks(this.#chunks, this.#filled)
    return this.#filled === this.#announced.length ? this.#announced : this.#announced.slice(0, this.#filled)
  }
}

/** Copies in steps: joining 50 MB at once would block the event loop for tens of milliseconds. */
async function joinChunks(chunks: readonly Uint8Array[], total: number): Promise<Uint8Array<ArrayBuffer>> {
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
