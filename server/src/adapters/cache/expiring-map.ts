import type { Clock } from '../../kernel/clock.ts'
import { createWriteOrder, type Link, newLink } from './write-order.ts'

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
type Entry<V> = Link & { readonly key: string; held: Held<V> }

export function createExpiringMap<V>(clock: Clock, maxEntries: number): ExpiringMap<V> {
  const entries = new Map<string, Entry<V>>()
  // The map's own order would do, but in V8 deleting and re-inserting a key of a large map costs 100 µs.
  const order = createWriteOrder<Entry<V>>()
  const nowMs = (): number => clock.now().getTime()

  const drop = (entry: Entry<V> | undefined): void => {
    if (entry === undefined) return
    order.remove(entry)
    entries.delete(entry.key)
  }
  const live = (key: string, now: number): Entry<V> | undefined => {
    const entry = entries.get(key)
    if (entry === undefined || entry.held.expiresAtMs > now) return entry
    drop(entry)
    return undefined
  }
  const add = (key: string, held: Held<V>): void => {
    if (entries.size >= maxEntries) drop(order.oldest())
    const entry = { ...newLink(), key, held }
    entries.set(key, entry)
    order.add(entry)
  }
  const rewrite = (entry: Entry<V>, held: Held<V>): void => {
    entry.held = held
    order.remove(entry)
    order.add(entry)
  }
  const put = (key: string, held: Held<V>): void => {
    const entry = entries.get(key)
    if (entry) rewrite(entry, held)
    else add(key, held)
  }

  return {
    get: (key) => live(key, nowMs())?.held.value,
    set: (key, value, ttlMs) => put(key, { value, expiresAtMs: nowMs() + ttlMs }),
    update: (key, change) => {
      const now = nowMs()
      const next = change(live(key, now)?.held, now)
      if (next) put(key, next)
    },
    delete: (key) => drop(entries.get(key)),
    sweep: () => {
      const now = nowMs()
      for (const entry of entries.values()) if (entry.held.expiresAtMs <= now) drop(entry)
    },
    size: () => entries.size,
  }
}
