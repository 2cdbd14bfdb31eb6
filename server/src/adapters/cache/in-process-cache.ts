import type { Cache, Count } from './cache.ts'
import type { ExpiringMap } from './expiring-map.ts'

/** The cache of an installation of one process. Values are kept as JSON, so that they behave as they would in Redis. */
export function createInProcessCache(entries: ExpiringMap<string>): Cache {
  const read = (key: string): unknown => {
    const json = entries.get(key)
    return json === undefined ? undefined : JSON.parse(json)
  }
  return {
    get: async (key) => read(key),
    set: async (key, value, { ttlMs }) => entries.set(key, JSON.stringify(value), ttlMs),
    take: async (key) => {
      const value = read(key)
      entries.delete(key)
      return value
    },
    addIfAbsent: async (key, value, { ttlMs }) => {
      if (entries.get(key) !== undefined) return false
      entries.set(key, JSON.stringify(value), ttlMs)
      return true
    },
    increment: async (key, { ttlMs }): Promise<Count> => {
      const leftMs = entries.get(key) === undefined ? ttlMs : entries.remainingMs(key)
      const count = Number(entries.get(key) ?? 0) + 1
      entries.set(key, String(count), leftMs)
      return { count, ttlMs: leftMs }
    },
    delete: async (key) => entries.delete(key),
  }
}
