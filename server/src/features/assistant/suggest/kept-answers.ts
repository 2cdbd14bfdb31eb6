import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../kernel/clock.ts'

/** Keeps the answers used last for some time. */
export function keptAnswers<Value extends object>(
  clock: Clock,
  { max, ttlMs }: { readonly max: number; readonly ttlMs: number },
) {
  const perf = { now: () => clock.now().getTime() }
  return new LRUCache<string, Value>({ max, ttl: ttlMs, ttlResolution: 0, perf })
}
