import { Type } from 'typebox'
import { Check } from 'typebox/value'
import type { Cache } from '../../adapters/cache/cache.ts'
import type { Tracing } from '../../kernel/tracing.ts'
import { DAY, SECOND } from '../../kernel/durations.ts'
import { currentTrace, type TraceContext } from '../../kernel/trace-context.ts'
import { within } from '../../kernel/within.ts'

const KEEP_MS = DAY
const RECALL_MS = SECOND / 2
const Context = Type.Object({ traceId: Type.String(), spanId: Type.String(), sampled: Type.Boolean() })

export type KeptTraces = {
  /** Remembers that this work belongs to the present trace, if there is one. */
  readonly keep: (ids: readonly string[]) => void
  readonly recall: (id: string) => Promise<TraceContext | undefined>
}

/**
 * The trace of work that another process, or this one, takes up later. In the cache, because work may wait without a
 * job; what the cache loses becomes a trace of its own.
 */
export function createKeptTraces(cache: Pick<Cache, 'get' | 'set'>, { isOn }: Pick<Tracing, 'isOn'>): KeptTraces {
  return {
    keep: (ids) => {
      const context = isOn ? currentTrace() : undefined
      if (!context) return
      for (const id of ids) void cache.set(keyOf(id), context, { ttlMs: KEEP_MS }).catch(() => undefined)
    },
    recall: async (id) => {
      if (!isOn) return undefined
      const found = await within(RECALL_MS, cache.get(keyOf(id))).catch(() => undefined)
      return Check(Context, found) ? found : undefined
    },
  }
}

const keyOf = (id: string): string => `trace:${id}`
