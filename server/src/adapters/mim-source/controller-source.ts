import type { ControllerClient, DocumentAnswer } from '../controller/controller-client.ts'
import type { Failed } from '../outbound/controller-failure.ts'
import { classifySourceResponse } from './classify-response.ts'
import {
  type FetchOptions,
  MAX_AGGREGATE_BYTES,
  MAX_DOCUMENT_BYTES,
  type MimSource,
  type SourceAnswer,
} from './mim-source.ts'

export type ControllerSourceOptions = {
  /** The client of the connection in its current state; undefined when the connection was deleted. */
  readonly openClient: () => Promise<ControllerClient | undefined>
  /** Identifies the import, so that it takes turns with query runs. */
  readonly run: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Newer releases serve it at the first address, older ones at the second. */
const AGGREGATES = ['/acimeta/aci-meta.json', '/doc/jsonmeta/aci-meta.json']
const DOCUMENT_TIMEOUT_MS = 60_000
const AGGREGATE_TIMEOUT_MS = 10 * 60_000

const DELETED: SourceAnswer = { kind: 'refused', status: null, message: 'The controller connection no longer exists.' }

type Limits = { readonly maxBytes: number; readonly timeoutMs: number }

/** A live controller, which serves the documents of its own release only: the version key is ignored. */
export function createControllerSource({ openClient, run, now }: ControllerSourceOptions): MimSource {
  let opened: Promise<ControllerClient | undefined> | undefined

  async function get(path: string, { signal, compressed }: FetchOptions, limits: Limits): Promise<SourceAnswer> {
    const client = await (opened ??= openClient())
    if (client === undefined) return DELETED
    const answer = await client.getDocument(path, { signal, run, compressed, ...limits })
    // The connection was changed meanwhile: the next request opens it in its new state.
    if (!answer.ok && answer.failure.reason === 'cancelled') opened = undefined
    return judge(answer, now())
  }

  async function fetchAggregate(options: FetchOptions): Promise<SourceAnswer> {
    let answer: SourceAnswer = { kind: 'missing', status: 404 }
    for (const path of AGGREGATES) {
      answer = await get(path, options, { maxBytes: MAX_AGGREGATE_BYTES, timeoutMs: AGGREGATE_TIMEOUT_MS })
      if (answer.kind !== 'missing') return answer
    }
    return answer
  }

  return {
    fetchDocument: (_versionKey, place, options) =>
      get(`/doc/jsonmeta/${encodeURIComponent(place.package)}/${encodeURIComponent(place.className)}.json`, options, {
        maxBytes: MAX_DOCUMENT_BYTES,
        timeoutMs: DOCUMENT_TIMEOUT_MS,
      }),
    fetchAggregate: (_versionKey, options) => fetchAggregate(options),
    // Session and sockets belong to the connection, which others use too.
    close: async () => undefined,
  }
}

function judge(answer: DocumentAnswer | Failed, now: number): SourceAnswer {
  if (answer.ok) return classifySourceResponse(answer, now)
  const { reason, message, httpStatus: status = null } = answer.failure
  const isFinal = reason === 'login_failed' || reason === 'tls' || reason === 'bad_filter'
  return isFinal ? { kind: 'refused', status, message } : { kind: 'unavailable', status, message }
}
