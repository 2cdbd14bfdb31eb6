import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { BodyBytes } from './read-body.ts'

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

type Received = Omit<ReceivedBytes, 'body'> & { readonly body: BodyBytes }

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
          const announced = Number(responseHeaders['content-length'])
          const announcedBytes = Number.isSafeInteger(announced) ? announced : undefined
          received = { status, headers: responseHeaders, body: new BodyBytes(announcedBytes, maxBytes(status)) }
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
