import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { BodyTooBig, joinChunks } from './read-body.ts'

type Options = Pick<Dispatcher.DispatchOptions, 'path' | 'method' | 'headers'> & {
  readonly signal: AbortSignal
  /** Of a body, by the status of its response. */
  readonly maxBytes: (status: number) => number
}

type ReceivedBytes = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** As received, without any decoding. It owns its buffer, so it may be transferred to a worker thread. */
  readonly body: Uint8Array<ArrayBuffer>
}

type Received = Omit<ReceivedBytes, 'body'> & { readonly body: Body }

/**
 * Sends a request and reads the whole response. For thousands of small responses: without a stream for each, they take
 * a fifth less processor time and leave no garbage that only a collection of everything finds.
 */
export async function requestBytes(dispatcher: Dispatcher, options: Options): Promise<ReceivedBytes> {
  const { path, method, headers, signal, maxBytes } = options
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  let sent: Dispatcher.DispatchController | undefined
  let received: Received | undefined
  const stop = (): void => {
    reject(signal.reason)
    sent?.abort(signal.reason as Error)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    dispatcher.dispatch(
      { path, method, headers: headers ?? null },
      {
        onRequestStart: (controller) => {
          sent = controller
          if (signal.aborted) controller.abort(signal.reason as Error)
        },
        onResponseStart: (_, status, responseHeaders) => {
          // What comes before the response, such as 103, has no body.
          if (status < 200) return
          received = {
            status,
            headers: responseHeaders,
            body: new Body(responseHeaders['content-length'], maxBytes(status)),
          }
        },
        // What this throws ends the request with that error.
        onResponseData: (_, chunk) => received?.body.add(chunk),
        onResponseEnd: () => resolve(received!),
        onResponseError: (_, error) => reject(error),
      },
    )
    const { body, ...rest } = await promise
    return { ...rest, body: await body.whole() }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The bytes so far. Copies each chunk straight to its place if the length is known. */
class Body {
  readonly #most: number
  readonly #announced: Uint8Array<ArrayBuffer> | undefined
  readonly #chunks: Uint8Array[] = []
  #filled = 0

  /** Throws `BodyTooBig`. */
  constructor(contentLength: IncomingHttpHeaders[string], most: number) {
    this.#most = most
    const announced = Number(contentLength)
    if (!Number.isSafeInteger(announced)) return
    if (announced > most) throw new BodyTooBig()
    this.#announced = new Uint8Array(announced)
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
