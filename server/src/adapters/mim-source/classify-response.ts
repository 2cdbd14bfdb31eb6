import type { IncomingHttpHeaders } from 'node:http'
import { BodyTooBig } from '../outbound/read-body.ts'
import { describeNetworkError } from '../outbound/describe-network-error.ts'
import type { SourceAnswer } from './mim-source.ts'

type Response = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array<ArrayBuffer>
}

// A longer Retry-After is cut to this.
const LONGEST_RETRY_AFTER_MS = 60_000
/** Temporary refusals: timeouts, cache conflicts, throttling. */
const PASSING = new Set([408, 409, 421, 425, 429])

/** What a complete HTTP response to a document request means. */
export function classifySourceResponse({ status, headers, body }: Response, now: number): SourceAnswer {
  if (status === 404 || status === 410) return { kind: 'missing', status }
  if (status === 200) return judgeEncoding(headers['content-encoding'], body)
  const message = `The source answered HTTP ${status}.`
  if (status < 500 && !PASSING.has(status)) return { kind: 'refused', status, message }
  return { kind: 'unavailable', status, message, ...retryAfter(headers['retry-after'], now) }
}

/** A request that got no complete response. */
export function classifySourceFailure(error: unknown, maxBytes: number): SourceAnswer {
  if (error instanceof BodyTooBig)
    return {
      kind: 'refused',
      status: 200,
      message: `The response is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`,
    }
  return { kind: 'unavailable', status: null, message: describeNetworkError(error).message }
}

function judgeEncoding(header: string | undefined, body: Uint8Array<ArrayBuffer>): SourceAnswer {
  const encoding = header?.trim().toLowerCase() ?? ''
  if (encoding === 'gzip' || encoding === 'x-gzip') return { kind: 'document', body, encoding: 'gzip' }
  if (encoding === '' || encoding === 'identity') return { kind: 'document', body, encoding: 'identity' }
  return { kind: 'unavailable', status: 200, message: 'The response has a content encoding that was not requested.' }
}

/** Seconds, or an HTTP date. */
function retryAfter(header: string | undefined, now: number): { readonly retryAfterMs?: number } {
  if (header === undefined) return {}
  const ms = /^\s*\d{1,9}\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) && ms > 0 ? { retryAfterMs: Math.min(ms, LONGEST_RETRY_AFTER_MS) } : {}
}
