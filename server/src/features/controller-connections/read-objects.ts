import type { ControllerQuery, ManagedObject } from '@heddle/domain/controller-query/controller-query.ts'
import { countQuery, parseCount, readableCount } from '@heddle/domain/controller-query/count-query.ts'
import { parseAnswer } from '@heddle/domain/controller-query/parse-answer.ts'
import { readablePath, renderPath } from '@heddle/domain/controller-query/render-path.ts'
import type { ControllerPool, ControllerTarget } from '../../adapters/controller/controller-pool.ts'
import type { ControllerFailure } from '../../adapters/outbound/controller-failure.ts'
import { SECOND } from '../../kernel/durations.ts'

/** A page of what a query finds, and how many it finds in all. */
export type ObjectsRead =
  | { readonly ok: true; readonly total: number; readonly objects: readonly ManagedObject[] }
  | { readonly ok: false; readonly failure: ControllerFailure }
export type CountRead =
  { readonly ok: true; readonly count: number } | { readonly ok: false; readonly failure: ControllerFailure }

export type ReadObjectsOptions = {
  /** Fires when nobody waits for the answer. */
  readonly signal?: AbortSignal
  /** Requests with the same name take turns with those of others as one. */
  readonly run?: string
}
type PageOptions = ReadObjectsOptions & { readonly size: number; readonly page?: number }

/** Small reads outside of runs, within the budget of a connection. */
export type ObjectReader = {
  readonly page: (query: ControllerQuery, options: PageOptions) => Promise<ObjectsRead>
  readonly count: (query: ControllerQuery, options: ReadObjectsOptions) => Promise<CountRead>
  /** Everything that was asked so far, readable. */
  readonly asked: () => readonly string[]
}

const DEADLINE_MS = 15 * SECOND
/** They are parsed on the main thread. */
const MOST_BYTES = 2_000_000

export function createObjectReader(
  controllers: Pick<ControllerPool, 'client'>,
  target: ControllerTarget,
): ObjectReader {
  const asked: string[] = []

  async function ask(path: string, { signal, run }: ReadObjectsOptions) {
    const deadline = AbortSignal.timeout(DEADLINE_MS)
    return controllers.client(target).get(path, {
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      maxBytes: MOST_BYTES,
      ...(run !== undefined && { run }),
    })
  }

  return {
    asked: () => asked,
    page: async (query, { size, page = 0, ...options }) => {
      asked.push(readablePath(query))
      const answer = await ask(renderPath(query, { page, size }), options)
      if (!answer.ok) return answer
      const parsed = parseAnswer(parse(answer.body))
      return parsed.ok ? parsed : { ok: false, failure: { reason: 'unreachable', message: parsed.text } }
    },
    count: async (query, options) => {
      asked.push(readableCount(query))
      const answer = await ask(countQuery(query), options)
      if (!answer.ok) return answer
      const count = parseCount(parse(answer.body))
      return count === undefined
        ? { ok: false, failure: { reason: 'unreachable', message: 'The controller did not answer with a number.' } }
        : { ok: true, count }
    },
  }
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    // Reported as an answer that is none.
    return undefined
  }
}
