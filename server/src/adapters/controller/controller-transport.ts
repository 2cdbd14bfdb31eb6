import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { Pool } from 'undici'
import { checkedConnector, type CheckedConnector, IDLE_LIMITS } from '../outbound/checked-connector.ts'
import { describeNetworkError } from '../outbound/describe-network-error.ts'
import { refusalOfAbort, RequestTimeout } from '../outbound/abort-scope.ts'
import { type Refusal, refuse } from '../outbound/controller-failure.ts'
import type { ControllerSettings } from './controller-options.ts'
import type { ControllerTarget } from './controller-target.ts'
import { type ControllerAnswer, classifyResponse } from './classify-response.ts'
import { classifyPacked } from './packed-response.ts'
import { BodyTooBig, readBody, UnknownEncoding } from '../outbound/read-body.ts'
import { SMALL_ANSWER_BYTES } from './small-response.ts'

export type ControllerRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Sent as the only cookie, without a cookie jar: a cookie sent twice silently breaks subscriptions and paging. */
  readonly token?: string
  readonly body?: unknown
  /** Of the decoded response, if less than usual. */
  readonly maxBytes?: number
  /** Whether a large response may stay compressed. */
  readonly mayStayPacked?: boolean
}

export type DocumentRequest = {
  readonly path: string
  readonly token: string
  readonly compressed: boolean
  readonly maxBytes: number
}
/** As received: not decoded, not classified. */
export type DocumentAnswer = {
  readonly ok: true
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array<ArrayBuffer>
}

/** Sockets to one controller. Every request ends in a classified answer or a refusal; nothing throws. */
export class ControllerTransport {
  readonly #settings: ControllerSettings
  readonly #connector: CheckedConnector
  readonly #origin: string
  #pool: Pool
  /** Old pools whose last requests are still on the wire. */
  readonly #leaving = new Set<Pool>()

  constructor(
    origin: string,
    { verifySsl: verifyTls, caCertificate: onlyCa }: Pick<ControllerTarget, 'verifySsl' | 'caCertificate'>,
    settings: ControllerSettings,
  ) {
    const { deny, resolve, connectTimeoutMs } = settings
    this.#settings = settings
    this.#connector = checkedConnector({
      ...{ deny, verifyTls, connectTimeoutMs },
      ...(onlyCa != null && { onlyCa }),
      ...(resolve && { resolve }),
    })
    this.#origin = origin
    this.#pool = this.#openPool()
  }

  get openSockets(): number {
    return this.#connector.openSockets()
  }

  async send(request: ControllerRequest, signal: AbortSignal): Promise<ControllerAnswer | Refusal> {
    const maxBytes = Math.min(request.maxBytes ?? Infinity, this.#settings.maxBodyBytes)
    try {
      const { statusCode, headers, body } = await this.#pool.request({
        method: request.method,
        path: request.path,
        headers: this.#headers(request),
        body: request.body === undefined ? null : JSON.stringify(request.body),
        signal,
      })
      if (request.mayStayPacked === true && statusCode === 200 && encodingOf(headers) === 'gzip')
        return await classifyPacked(
          await readBody(body, { maxBytes, announcedBytes: announcedBytes(headers), encoding: undefined }),
          maxBytes,
        )
      return classifyResponse({
        ok: true,
        status: statusCode,
        body: await readLimited(statusCode, headers, body, maxBytes),
      })
    } catch (error: unknown) {
      return this.#refusalOf(error, signal, maxBytes)
    }
  }

  /** A document outside the API. After 401 or 403 a new login may help; every other status is returned as it is. */
  async readDocument(
    { path, token, compressed, maxBytes }: DocumentRequest,
    signal: AbortSignal,
  ): Promise<DocumentAnswer | Refusal> {
    try {
      const {
        statusCode: status,
        headers,
        body,
      } = await this.#pool.request({
        method: 'GET',
        path,
        headers: {
          ...this.#headers({ method: 'GET', path, token }),
          'accept-encoding': compressed ? 'gzip' : 'identity',
        },
        signal,
      })
      const limit = status === 200 ? maxBytes : SMALL_ANSWER_BYTES
      const bytes = await readBody(body, {
        maxBytes: limit,
        announcedBytes: announcedBytes(headers),
        encoding: undefined,
      })
      if (status === 401 || status === 403)
        return refuse('login_failed', `The web server refused the request (HTTP ${status}).`, {
          httpStatus: status,
          next: 'log_in',
        })
      return { ok: true, status, headers, body: bytes }
    } catch (error: unknown) {
      return this.#refusalOf(error, signal, maxBytes)
    }
  }

  #refusalOf(error: unknown, signal: AbortSignal, maxBytes: number): Refusal {
    if (!signal.aborted) return refusalOfError(error, maxBytes)
    // The other sockets may have gone silent with this one: the next request gets a new one.
    if (signal.reason instanceof RequestTimeout) this.#replacePool()
    return refusalOfAbort(signal)
  }

  #replacePool(): void {
    const old = this.#pool
    this.#pool = this.#openPool()
    this.#leaving.add(old)
    void old
      .close()
      // Destroyed before its last requests ended.
      .catch(() => undefined)
      .finally(() => this.#leaving.delete(old))
  }

  async destroy(): Promise<void> {
    const done = [this.#pool, ...this.#leaving].map((pool) => pool.destroy())
    this.#connector.destroySockets()
    await Promise.all(done)
  }

  #openPool(): Pool {
    return new Pool(this.#origin, {
      connect: this.#connector.connect,
      connections: this.#settings.requestsInFlight,
      // Each request's scope has its own timer, which also covers the wait for headers.
      headersTimeout: 0,
      bodyTimeout: this.#settings.stallTimeoutMs,
      ...IDLE_LIMITS,
    })
  }

  #headers(request: ControllerRequest): Record<string, string> {
    return {
      accept: 'application/json',
      'accept-encoding': this.#settings.compressed ? 'gzip' : 'identity',
      'user-agent': 'heddle',
      ...(request.token !== undefined && { cookie: `APIC-cookie=${request.token}` }),
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
    }
  }
}

/** Of an error, no more than its status is needed. */
async function readLimited(
  status: number,
  headers: IncomingHttpHeaders,
  body: Readable,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const isError = status !== 200
  try {
    return await readBody(body, {
      maxBytes: isError ? Math.min(SMALL_ANSWER_BYTES, maxBytes) : maxBytes,
      announcedBytes: announcedBytes(headers),
      encoding: encodingOf(headers),
    })
  } catch (error: unknown) {
    if (isError && error instanceof BodyTooBig) return new Uint8Array()
    throw error
  }
}

const encodingOf = (headers: IncomingHttpHeaders): string | undefined => headers['content-encoding']?.toLowerCase()

function announcedBytes(headers: IncomingHttpHeaders): number | undefined {
  const announced = Number(headers['content-length'])
  return Number.isSafeInteger(announced) ? announced : undefined
}

function refusalOfError(error: unknown, maxBytes: number): Refusal {
  if (error instanceof BodyTooBig)
    return refuse('too_big', `The response is larger than ${sizeText(maxBytes)}, the most that can be read at once.`)
  if (error instanceof UnknownEncoding)
    return refuse('unreachable', 'The response has a content encoding that was not requested.')
  const { kind, message } = describeNetworkError(error)
  if (kind === 'tls') return refuse('tls', message)
  if (kind === 'timeout') return refuse('controller_timeout', message)
  return refuse('unreachable', message, { next: kind === 'interrupted' ? 'retry' : 'give_up' })
}

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.round(bytes / 1000)} kB` : `${Math.round(bytes / 1024 / 1024)} MB`
