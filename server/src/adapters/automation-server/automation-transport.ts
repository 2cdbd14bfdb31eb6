import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { Client, type Dispatcher, Pool } from 'undici'
import { type AbortScope, ConnectionClosed, openAbortScope } from '../outbound/abort-scope.ts'
import { checkedConnector, type CheckedConnector, IDLE_LIMITS } from '../outbound/checked-connector.ts'
import { isInternal } from '../outbound/deny-list.ts'
import { decodeBody, readBody } from '../outbound/read-body.ts'
import type { AutomationSettings } from './automation-options.ts'
import type { AutomationAnswer } from './check-answer.ts'
import type { RequestKind, RequestSlots } from './request-slots.ts'
import { type Mask, serverWords, shorten } from './server-words.ts'
import { cancelled, wireFailure } from './wire-failure.ts'

export type WireRequest = {
  /** From the root of the host. */
  readonly path: string
  readonly authorization: string | undefined
}
export type GetRequest = WireRequest & {
  /** Of the decoded answer, if less than usual. */
  readonly maxBytes?: number
}
export type PostRequest = WireRequest & { readonly body: object | undefined }

/** An answer that is read while it arrives; `close` frees its socket. Without content if its status is no success. */
export type OpenAnswer = {
  readonly answer: AutomationAnswer
  readonly chunks: AsyncIterable<Uint8Array>
  readonly close: () => void
}

type Parts = {
  readonly origin: string
  readonly verifyTls: boolean
  readonly ca: string | null
  readonly slots: RequestSlots
  readonly mask: Mask
  /**
   * Whether a loopback or private address has still to show that it is an automation server before its words and
   * redirects are passed on: else a test of a connection would read pages of any inner server.
   */
  readonly isOnTrial: boolean
}

/** Of an error, no more than its words are needed. */
const ERROR_BYTES = 256_000
const LOCATION_LENGTH = 150

/**
 * Sockets to one automation server. Follows no redirect and repeats nothing. Whatever has a status is an answer;
 * everything else rejects with an `AutomationFailure`.
 */
export class AutomationTransport {
  readonly #parts: Parts
  readonly #settings: AutomationSettings
  readonly #connector: CheckedConnector
  readonly #pool: Pool
  #isInternal = false
  #hasShown = false
  /** Ends what only reads. */
  readonly #leaving = new AbortController()
  /** Ends everything. */
  readonly #closing = new AbortController()

  constructor(parts: Parts, settings: AutomationSettings) {
    const { deny, resolve, connectTimeoutMs, requestsInFlight } = settings
    this.#parts = parts
    this.#settings = settings
    this.#connector = checkedConnector({
      deny,
      verifyTls: parts.verifyTls,
      connectTimeoutMs,
      ...(parts.ca !== null && { ca: parts.ca }),
      ...(resolve && { resolve }),
      onAddress: (address) => {
        this.#isInternal ||= isInternal(address)
      },
    })
    this.#pool = new Pool(parts.origin, {
      connect: this.#connector.connect,
      connections: requestsInFlight,
      ...IDLE_LIMITS,
      ...this.#timeouts(),
      headersTimeout: settings.stallTimeoutMs,
    })
  }

  /** It answered as only an automation server does. */
  endTrial(): void {
    this.#hasShown = true
  }

  async get(request: GetRequest, signal: AbortSignal): Promise<AutomationAnswer> {
    const { scope, release } = await this.#enter('read', signal)
    try {
      return await this.#read(await this.#request(this.#pool, 'GET', request, scope.signal), request.maxBytes)
    } catch (error: unknown) {
      throw wireFailure(error, scope.signal, false)
    } finally {
      release()
    }
  }

  /**
   * Uses a new connection: on one that was kept open, a server that closed it before the request looks the same as one
   * that started a job and then failed to answer.
   */
  async post({ body, ...request }: PostRequest, signal: AbortSignal): Promise<AutomationAnswer> {
    const { scope, release } = await this.#enter('act', signal)
    let isSent = false
    const connect: CheckedConnector['connect'] = (options, callback) =>
      this.#connector.connect(options, (...result) => {
        isSent ||= result[0] === null
        callback(...result)
      })
    const client = new Client(this.#parts.origin, { connect, pipelining: 0, ...this.#timeouts() })
    try {
      return await this.#read(await this.#request(client, 'POST', request, scope.signal, body))
    } catch (error: unknown) {
      throw wireFailure(error, scope.signal, isSent)
    } finally {
      release()
      await client.destroy()
    }
  }

  /** For an output of any length: only its start and the pauses in it have a time limit. */
  async open(request: GetRequest, signal: AbortSignal): Promise<OpenAnswer> {
    const { scope, release } = await this.#enter('output', signal, null)
    try {
      const response = await this.#pool.request({
        method: 'GET',
        path: request.path,
        // Other values are refused for outputs: their format is part of the address.
        headers: { ...this.#headers(request), accept: '*/*' },
        headersTimeout: this.#settings.outputStartTimeoutMs,
        signal: scope.signal,
      })
      if (!isSuccess(response.statusCode)) {
        const answer = await this.#read(response)
        release()
        return { answer, chunks: nothing(), close: () => undefined }
      }
      // The reader gets the error; an answer that nobody reads must not end the process.
      response.body.on('error', () => undefined)
      const close = (): void => {
        response.body.destroy()
        release()
      }
      return { answer: this.#describe(response, new Uint8Array()), chunks: readChunks(response, scope.signal), close }
    } catch (error: unknown) {
      release()
      throw wireFailure(error, scope.signal, false)
    }
  }

  /** Ends reads at once and lets what was sent to start or cancel a job finish. */
  async leave(): Promise<void> {
    this.#leaving.abort(new ConnectionClosed())
    await this.#pool.destroy()
  }

  async close(): Promise<void> {
    this.#closing.abort(new ConnectionClosed())
    await this.leave()
    this.#connector.destroySockets()
  }

  async #enter(kind: RequestKind, signal: AbortSignal, timeoutMs: number | null = this.#settings.requestTimeoutMs) {
    const releaseSlot = await this.#parts.slots.acquire(kind, signal)
    if (!releaseSlot) throw cancelled()
    const closed = kind === 'act' && !this.#leaving.signal.aborted ? this.#closing.signal : this.#leaving.signal
    const scope: AbortScope = openAbortScope([signal, closed], timeoutMs ?? undefined)
    const release = (): void => {
      scope.close()
      releaseSlot()
    }
    // The HTTP library would connect first, and only then look at the signal.
    if (scope.signal.aborted) {
      release()
      throw wireFailure(scope.signal.reason, scope.signal, false)
    }
    return { scope, release }
  }

  #request(sockets: Dispatcher, method: 'GET' | 'POST', request: WireRequest, signal: AbortSignal, body?: object) {
    return sockets.request({
      method,
      path: request.path,
      headers: { ...this.#headers(request), ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
      signal,
    })
  }

  #timeouts() {
    // Each request's scope has its own timer, which also covers the wait for headers.
    return { headersTimeout: 0, bodyTimeout: this.#settings.stallTimeoutMs }
  }

  #headers({ authorization }: WireRequest): Record<string, string> {
    return {
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'user-agent': 'heddle',
      ...(authorization !== undefined && { authorization }),
    }
  }

  async #read(response: Dispatcher.ResponseData, maxBytes = this.#settings.maxBodyBytes): Promise<AutomationAnswer> {
    const { statusCode, headers, body } = response
    const content = isSuccess(statusCode) ? readLimited(body, headers, maxBytes) : readError(body, headers)
    return this.#describe(response, await content)
  }

  #describe({ statusCode: status, headers }: Dispatcher.ResponseData, body: Uint8Array): AutomationAnswer {
    const { mask, isOnTrial } = this.#parts
    const contentType = String(headers['content-type'] ?? '').toLowerCase()
    if (isOnTrial && this.#isInternal && !this.#hasShown)
      return { status, contentType, location: '', words: undefined, body }
    return {
      status,
      contentType,
      // Without its query, which may hold what a sign-on wants to keep.
      location: shorten(mask(String(headers.location ?? '').replace(/[?#].*$/s, '')), LOCATION_LENGTH),
      words: isSuccess(status) ? undefined : serverWords(contentType, body, mask),
      body,
    }
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300

function readLimited(body: Readable, headers: IncomingHttpHeaders, maxBytes: number): Promise<Uint8Array> {
  const announced = Number(headers['content-length'])
  const announcedBytes = Number.isSafeInteger(announced) ? announced : undefined
  return readBody(body, { maxBytes, announcedBytes, encoding: encodingOf(headers) })
}

async function readError(body: Readable, headers: IncomingHttpHeaders): Promise<Uint8Array> {
  try {
    return await readLimited(body, headers, ERROR_BYTES)
  } catch {
    // The status says what happened to the request; only the words for it are lost.
    return new Uint8Array()
  }
}

async function* readChunks(
  { headers, body }: Dispatcher.ResponseData,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const encoding = encodingOf(headers)
  try {
    yield* (
      encoding === undefined || encoding === 'identity' ? body : decodeBody(body, encoding)
    ) as AsyncIterable<Uint8Array>
  } catch (error: unknown) {
    throw wireFailure(error, signal, false)
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // An error has no content but its words.
}

const encodingOf = (headers: IncomingHttpHeaders): string | undefined => headers['content-encoding']?.toLowerCase()
