import { Duplex } from 'node:stream'

type Send = (bytes: Uint8Array<ArrayBuffer>) => void
type Chunk = { readonly chunk: Buffer; readonly encoding: BufferEncoding }
type Done = (error?: Error | null) => void

/** The socket through which `pg` talks to the embedded database's thread. */
export class EmbeddedStream extends Duplex {
  readonly #send: Send

  constructor(send: Send) {
    super()
    this.#send = send
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  // Socket methods that `pg` calls but that mean nothing here.
  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {
    // Replies are pushed when they come.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#send(joinBytes([chunk]))
    done()
  }

  // A batch is sent as one message: `pg` corks the stream around it.
  override _writev(chunks: Chunk[], done: Done): void {
    this.#send(joinBytes(chunks.map(({ chunk }) => chunk)))
    done()
  }

  // The other side is never closed: the session outlives its connections.
  override _final(done: Done): void {
    this.push(null)
    done()
  }
}

// Always a copy: the memory moves to the other thread, and `pg` shares its own between messages.
function joinBytes(chunks: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    joined.set(chunk, offset)
    offset += chunk.length
  }
  return joined
}
