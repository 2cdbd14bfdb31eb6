import type { BlockList } from 'node:net'
import type { Dispatcher } from 'undici'
import { ConnectionClosed, openAbortScope } from '../outbound/abort-scope.ts'
import type { ResolveName } from '../outbound/check-address.ts'
import { openClient } from '../outbound/open-client.ts'
import { readBody } from '../outbound/read-body.ts'

export type ProviderFetchOptions = {
  /** Addresses that must not be connected to. */
  readonly deny: BlockList
  readonly resolve?: ResolveName
  /** For one request, from its name to its last byte. */
  readonly timeoutMs?: number
}

type Init = {
  readonly method: string
  readonly headers: unknown
  readonly body?: unknown
  readonly signal?: AbortSignal | null | undefined
}

export type ProviderFetch = {
  readonly fetch: (url: string, init: Init) => Promise<Response>
  readonly close: () => Promise<void>
}

const TIMEOUT_MS = 8_000
/** Discovery documents and keys have some kilobytes. */
const MAX_ANSWER_BYTES = 512 * 1024

/**
 * What the sign-on libraries send their requests with: checked addresses, verified certificates, one deadline, bounded
 * answers. It follows no redirect.
 */
export function createProviderFetch({ deny, resolve, timeoutMs = TIMEOUT_MS }: ProviderFetchOptions): ProviderFetch {
  const closing = new AbortController()
  const running = new Set<Promise<Response>>()

  async function send(url: URL, { method, headers, body }: Init, signal: AbortSignal): Promise<Response> {
    signal.throwIfAborted()
    await using client = openClient({
      origin: url.origin,
      signal,
      deny,
      verifyTls: true,
      connectTimeoutMs: timeoutMs,
      ...(resolve && { resolve }),
    })
    const answer = await client.request({
      path: url.pathname + url.search,
      method,
      headers: { ...sentHeaders(headers), 'accept-encoding': 'gzip', 'user-agent': 'heddle' },
      body: bodyOf(body),
      signal,
    })
    return await responseOf(answer)
  }

  return {
    fetch: async (url, init) => {
      const scope = openAbortScope([closing.signal, ...(init.signal ? [init.signal] : [])], timeoutMs)
      const sending = send(new URL(url), init, scope.signal)
      running.add(sending)
      try {
        return await sending
      } catch (error: unknown) {
        throw scope.signal.aborted ? scope.signal.reason : error
      } finally {
        running.delete(sending)
        scope.close()
      }
    },
    close: async () => {
      closing.abort(new ConnectionClosed())
      await Promise.allSettled(running)
    },
  }
}

/** The libraries send forms only. */
const bodyOf = (body: unknown): string | null =>
  body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : null

const sentHeaders = (headers: unknown): Record<string, string> =>
  Object.fromEntries(new Headers(headers as Record<string, string>))

/** A body of these is not allowed, not even an empty one. */
const WITHOUT_BODY = [204, 205, 304]

async function responseOf({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Response> {
  const announced = Number(headers['content-length'])
  const bytes = await readBody(body, {
    maxBytes: MAX_ANSWER_BYTES,
    announcedBytes: headers['content-length'] !== undefined && Number.isSafeInteger(announced) ? announced : undefined,
    encoding: headers['content-encoding']?.toString().toLowerCase(),
  })
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === 'content-encoding' || name === 'content-length' ? [] : [[name, String(value)]],
  )
  return new Response(WITHOUT_BODY.includes(statusCode) ? null : bytes, { status: statusCode, headers: kept })
}
