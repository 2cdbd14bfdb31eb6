import { LRUCache } from 'lru-cache'
import type { Clock } from '../../kernel/clock.ts'

/** A map whose entries expire and whose size is bounded: when full, it evicts the entry written longest ago. */
export type ExpiringMap<V> = {
  readonly get: (key: string) => V | undefined
  readonly set: (key: string, value: V, ttlMs: number) => void
  /**
   * Reads and writes in one step: `change` gets the live entry; when it returns undefined, the entry stays as it is.
   */
  readonly update: (key: string, change: (held: Held<V> | undefined, nowMs: number) => Held<V> | undefined) => void
  readonly delete: (key: string) => void
  /** Frees expired entries, which `get` never returns anyway. */
  readonly sweep: () => void
  readonly size: () => number
}

type Held<V> = { readonly value: V; readonly expiresAtMs: number }

export function createExpiringMap<V>(clock: Clock, maxEntries: number): ExpiringMap<V> {
  // Only read with `peek`, which leaves the order alone: the least recently used entry is the one written longest ago.
  // `max` would reserve memory for all of them ahead.
  const entries = new LRUCache<string, Held<V>>({ maxSize: maxEntries, sizeCalculation: () => 1 })
  const nowMs = (): number => clock.now().getTime()

  const live = (key: string, now: number): Held<V> | undefined => {
    const held = entries.peek(key)
    if (held === undefined || held.expiresAtMs > now) return held
    entries.delete(key)
    return undefined
  }

  return {
    get: (key) => live(key, nowMs())?.value,
    set: (key, value, ttlMs) => void entries.set(key, { value, expiresAtMs: nowMs() + ttlMs }),
    update: (key, change) => {
      const now = nowMs()
      const next = change(live(key, now), now)
      if (next) entries.set(key, next)
    },
    delete: (key) => void entries.delete(key),
    sweep: () => {
      const now = nowMs()
      const expired: string[] = []
      entries.forEach(({ expiresAtMs }, key) => {
        if (expiresAtMs <= now) expired.push(key)
      })
      for (const key of expired) entries.delete(key)
    },
    size: () => entries.size,
  }
}
