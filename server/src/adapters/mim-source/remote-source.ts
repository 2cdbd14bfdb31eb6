import type { BlockList } from 'node:net'
import { Pool } from 'undici'
import { openAbortScope, RequestTimeout } from '../outbound/abort-scope.ts'
import { requestBytes } from '../outbound/request-bytes.ts'
import type { ResolveName } from '../outbound/check-address.ts'
import { checkedConnector, IDLE_LIMITS } from '../outbound/checked-connector.ts'
import { classifySourceFailure, classifySourceResponse } from './classify-response.ts'
import {
  type FetchOptions,
  MAX_AGGREGATE_BYTES,
  MAX_DOCUMENT_BYTES,
  type MimSource,
  type SourceAnswer,
} from './mim-source.ts'

export type RemoteSourceOptions = {
  /** The part before `/model-doc-…`, without a trailing slash. */
  readonly url: string
  /** Addresses that must not be connected to. */
  readonly deny: BlockList
  readonly resolve?: ResolveName
  readonly concurrency: number
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Longest pause before and within a response. */
  readonly stallTimeoutMs?: number
}

const CONNECT_TIMEOUT_MS = 5_000
const STALL_TIMEOUT_MS = 15_000
const DOCUMENT_TIMEOUT_MS = 60_000
const AGGREGATE_TIMEOUT_MS = 10 * 60_000
const ERROR_BODY_BYTES = 256_000

type Limits = { readonly maxBytes: number; readonly timeoutMs: number }

/**
 * The public registry or a copy of it: static files, one folder per version. Keeps as many sockets open as may be in
 * use at once.
 */
export function createRemoteSource(options: RemoteSourceOptions): MimSource {
  const { origin, pathname } = new URL(options.url)
  const prefix = pathname.replace(/\/+$/, '')
  const { pool, destroy } = openPool(origin, options)

  async function get(path: string, { signal, compressed }: FetchOptions, limits: Limits): Promise<SourceAnswer> {
    const scope = openAbortScope([signal], limits.timeoutMs)
    try {
      const response = await requestBytes(pool, {
        method: 'GET',
        path: prefix + path,
        headers: {
          accept: 'application/json',
          'accept-encoding': compressed ? 'gzip' : 'identity',
          'user-agent': 'heddle',
        },
        signal: scope.signal,
        maxBytes: (status) => (status === 200 ? limits.maxBytes : ERROR_BODY_BYTES),
      })
      return classifySourceResponse(response, options.now())
    } catch (error: unknown) {
      return scope.signal.reason instanceof RequestTimeout
        ? tooSlow(limits)
        : classifySourceFailure(error, limits.maxBytes)
    } finally {
      scope.close()
    }
  }

  return {
    fetchDocument: (versionKey, place, fetchOptions) =>
      get(
        `${folder(versionKey)}/${encodeURIComponent(place.package)}/${encodeURIComponent(place.className)}.json`,
        fetchOptions,
        {
          maxBytes: MAX_DOCUMENT_BYTES,
          timeoutMs: DOCUMENT_TIMEOUT_MS,
        },
      ),
    fetchAggregate: (versionKey, fetchOptions) =>
      get(`${folder(versionKey)}/aci-meta.json`, fetchOptions, {
        maxBytes: MAX_AGGREGATE_BYTES,
        timeoutMs: AGGREGATE_TIMEOUT_MS,
      }),
    close: destroy,
  }
}

function openPool(
  origin: string,
  { deny, resolve, concurrency, stallTimeoutMs = STALL_TIMEOUT_MS }: RemoteSourceOptions,
) {
  const connector = checkedConnector({
    deny,
    verifyTls: true,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    ...(resolve && { resolve }),
  })
  const pool = new Pool(origin, {
    connect: connector.connect,
    connections: concurrency,
    headersTimeout: stallTimeoutMs,
    bodyTimeout: stallTimeoutMs,
    ...IDLE_LIMITS,
  })
  const destroy = async (): Promise<void> => {
    const done = pool.destroy()
    connector.destroySockets()
    await done
  }
  return { pool, destroy }
}

const folder = (versionKey: string): string => `/model-doc-${encodeURIComponent(versionKey)}/docs/doc/jsonmeta`

const tooSlow = ({ timeoutMs }: Limits): SourceAnswer => ({
  kind: 'unavailable',
  status: null,
  message: `No complete response within ${Math.round(timeoutMs / 1000)} s.`,
})
