import type { Clock } from '../../platform/clock.ts'

/** A map whose entries end by themselves and whose size is bounded: when full, the entry written longest ago makes room. */
export type ExpiringMap<V> = {
  readonly get: (key: string) => V | undefined
  readonly set: (key: string, value: V, ttlMs: number) => void
  readonly delete: (key: string) => void
  readonly remainingMs: (key: string) => number
  /** Frees what has ended; `get` never shows it anyway. */
  readonly sweep: () => void
  readonly size: () => number
}

type Held<V> = { readonly value: V; readonly expiresAtMs: number }

export function createExpiringMap<V>(clock: Clock, maxEntries: number): ExpiringMap<V> {
  // Written again means written last: the order of the map is the order in which entries make room.
  const entries = new Map<string, Held<V>>()
  const nowMs = (): number => clock.now().getTime()

  const live = (key: string): Held<V> | undefined => {
    const entry = entries.get(key)
    if (entry && entry.expiresAtMs > nowMs()) return entry
    entries.delete(key)
    return undefined
  }

  return {
    get: (key) => live(key)?.value,
    set: (key, value, ttlMs) => {
      entries.delete(key)
      const [oldest] = entries.size >= maxEntries ? entries.keys() : []
      if (oldest !== undefined) entries.delete(oldest)
      entries.set(key, { value, expiresAtMs: nowMs() + ttlMs })
    },
    delete: (key) => void entries.delete(key),
    remainingMs: (key) => (live(key)?.expiresAtMs ?? nowMs()) - nowMs(),
    sweep: () => {
      const now = nowMs()
      for (const [key, entry] of entries) if (entry.expiresAtMs <= now) entries.delete(key)
    },
    size: () => entries.size,
  }
}
