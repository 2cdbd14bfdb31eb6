import type { BlockList } from 'node:net'
import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { AiFailure } from './ai-failure.ts'
import { ConnectionClosed, openAbortScope, RequestTimeout } from '../outbound/abort-scope.ts'
import type { ResolveName } from '../outbound/check-address.ts'
import { describeNetworkError } from '../outbound/describe-network-error.ts'
import { openClient } from '../outbound/open-client.ts'
import { BodyTooBig, readBody, UnknownEncoding } from '../outbound/read-body.ts'

export type WireOptions = {
  /** Addresses that must not be connected to. */
  readonly deny: BlockList
  readonly resolve?: ResolveName
  readonly connectTimeoutMs?: number
}

export type AiWireRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** What people call the other side. */
  readonly who: string
  /** Called with each address that is about to be connected to. */
  readonly onAddress?: (address: string) => void
}

export type WireAnswer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }

export type AiWire = {
  /** Whatever has a status is an answer; everything else rejects with an `AiFailure`. */
  readonly send: (request: AiWireRequest, signal: AbortSignal) => Promise<WireAnswer>
  readonly close: () => Promise<void>
}

const CONNECT_TIMEOUT_MS = 10_000
const MEGABYTE = 1024 * 1024
const MAX_ANSWER_BYTES = 2 * MEGABYTE

/**
 * The sockets to AI providers: checked addresses, verified certificates, bounded answers. It follows no redirect,
 * because the key would travel along, and sends nothing twice.
 */
export function openWire({ deny, resolve, connectTimeoutMs = CONNECT_TIMEOUT_MS }: WireOptions): AiWire {
  const closing = new AbortController()
  const running = new Set<Promise<WireAnswer>>()

  /** On a connection of its own: a question on one that the server is just closing would be lost. */
  async function sendAlone(
    { method, url, body, onAddress, ...request }: AiWireRequest,
    signal: AbortSignal,
  ): Promise<WireAnswer> {
    signal.throwIfAborted()
    await using client = openClient({
      origin: url.origin,
      signal,
      // A model may think for minutes before the first byte: the signal of the question is the limit.
      limits: { headersTimeout: 0, bodyTimeout: 0 },
      deny,
      verifyTls: true,
      connectTimeoutMs,
      ...(resolve && { resolve }),
      ...(onAddress && { onAddress }),
    })
    const headers = { ...request.headers, 'accept-encoding': 'gzip', 'user-agent': 'heddle' }
    const response = await client.request({ path: url.pathname + url.search, method, headers, body, signal })
    return { status: response.statusCode, headers: response.headers, text: await readText(response) }
  }

  async function send(request: AiWireRequest, signal: AbortSignal): Promise<WireAnswer> {
    const scope = openAbortScope([signal, closing.signal])
    const sending = sendAlone(request, scope.signal)
    running.add(sending)
    try {
      return await sending
    } catch (error: unknown) {
      throw failureOf(error, scope.signal, request.who)
    } finally {
      running.delete(sending)
      scope.close()
    }
  }

  return {
    send,
    close: async () => {
      closing.abort(new ConnectionClosed())
      await Promise.allSettled(running)
    },
  }
}

async function readText({ headers, body }: Dispatcher.ResponseData): Promise<string> {
  const announced = Number(headers['content-length'])
  const bytes = await readBody(body, {
    maxBytes: MAX_ANSWER_BYTES,
    announcedBytes: Number.isSafeInteger(announced) ? announced : undefined,
    encoding: headers['content-encoding']?.toString().toLowerCase(),
  })
  return new TextDecoder().decode(bytes)
}

function failureOf(error: unknown, signal: AbortSignal, who: string): AiFailure {
  if (signal.aborted) return failureOfAbort(signal, who)
  if (error instanceof BodyTooBig)
    return new AiFailure('broken', `The answer of ${who} is larger than ${MAX_ANSWER_BYTES / MEGABYTE} MB.`)
  if (error instanceof UnknownEncoding)
    return new AiFailure('broken', `The answer of ${who} has a content encoding that was not requested.`)
  const { kind, message } = describeNetworkError(error)
  return new AiFailure(
    'unreachable',
    `${kind === 'interrupted' ? `${who} did not answer` : `${who} cannot be reached`}. ${message}`,
  )
}

/** Why a question was given up: its time limit, or a caller that no longer wants the answer. */
function failureOfAbort({ reason }: AbortSignal, who: string): AiFailure {
  if (reason instanceof RequestTimeout)
    return new AiFailure('timeout', `${who} did not answer within ${duration(reason.timeoutMs)}.`)
  if (reason instanceof Error && reason.name === 'TimeoutError')
    return new AiFailure('timeout', `${who} did not answer in time.`)
  return new AiFailure('cancelled', `The question to ${who} was cancelled.`)
}

const duration = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`)
