import type { BlockList } from 'node:net'
import { openAbortScope, RequestTimeout, seconds } from '../outbound/abort-scope.ts'
import type { ResolveName } from '../outbound/check-address.ts'
import { isInternal } from '../outbound/deny-list.ts'
import { describeNetworkError } from '../outbound/describe-network-error.ts'
import { openClient } from '../outbound/open-client.ts'
import { readBeginning } from '../outbound/read-beginning.ts'

export type MessageRequest = {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What a receiver made of a message. */
export type Receipt = {
  /** Null: it did not answer. */
  readonly status: number | null
  /** The beginning of its answer. */
  readonly text: string | null
  /** Why there is no answer, in our own words. */
  readonly failure: string | null
  /** It has an address that the internet does not route to. */
  readonly isInternal: boolean
}

export type PostMessage = (request: MessageRequest, signal: AbortSignal) => Promise<Receipt>

type Options = {
  /** Addresses that must not be connected to. */
  readonly deny: BlockList
  readonly resolve?: ResolveName
  /** For the whole attempt. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 15_000
const LONGEST_TEXT_BYTES = 2_000
const MOST_HEADER_BYTES = 16 * 1024

/**
 * Posts a message to an address that people typed: on a connection of its own, to checked addresses, without following
 * redirects. The status decides; of the body only the beginning is read, whatever its length is said to be.
 */
export function createPostMessage({ deny, resolve, timeoutMs = TIMEOUT_MS }: Options): PostMessage {
  return async ({ url, headers, body }, stopping) => {
    const scope = openAbortScope([stopping], timeoutMs)
    let metInternal = false
    try {
      await using client = openClient({
        origin: url.origin,
        signal: scope.signal,
        limits: { maxHeaderSize: MOST_HEADER_BYTES },
        deny,
        verifyTls: true,
        connectTimeoutMs: timeoutMs,
        ...(resolve && { resolve }),
        onAddress: (address) => {
          metInternal ||= isInternal(address)
        },
      })
      const response = await client.request({
        path: url.pathname + url.search,
        method: 'POST',
        headers: { ...headers, 'accept-encoding': 'identity', 'user-agent': 'heddle' },
        body,
        signal: scope.signal,
      })
      const text = await readBeginning(response, LONGEST_TEXT_BYTES)
      return { status: response.statusCode, text, failure: null, isInternal: metInternal }
    } catch (error: unknown) {
      return { status: null, text: null, failure: wordsFor(error, scope.signal), isInternal: metInternal }
    } finally {
      scope.close()
    }
  }
}

function wordsFor(error: unknown, { aborted, reason }: AbortSignal): string {
  if (!aborted) return describeNetworkError(error).message
  return reason instanceof RequestTimeout
    ? `There was no answer within ${seconds(reason.timeoutMs)}.`
    : 'The attempt was interrupted.'
}
