import type { Admission, Cache, Count, Lifetime, Rate } from './cache.ts'
import type { ExpiringMap } from './expiring-map.ts'
import { admitAt } from './leaky-bucket.ts'

/**
 * The cache of a single-process installation. Values are stored as JSON, so that they behave as they would in Redis.
 */
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
    increment: async (key, options) => increment(entries, key, options),
    admit: async (key, rate) => admit(entries, key, rate),
    delete: async (key) => entries.delete(key),
  }
}

/**
 * Keeps the end of the window as an instant, not as the time left: a window does not drift however often it is counted.
 */
function increment(entries: ExpiringMap<string>, key: string, { ttlMs }: Lifetime): Count {
  let result: Count = { count: 1, ttlMs }
  entries.update(key, (held, nowMs) => {
    const expiresAtMs = held?.expiresAtMs ?? nowMs + ttlMs
    result = { count: Number(held?.value ?? 0) + 1, ttlMs: expiresAtMs - nowMs }
    return { value: String(result.count), expiresAtMs }
  })
  return result
}

function admit(entries: ExpiringMap<string>, key: string, rate: Rate): Admission {
  let retryAfterMs = 0
  entries.update(key, (held, nowMs) => {
    const admission = admitAt(nowMs * 1000, held && Number(held.value), rate)
    retryAfterMs = admission.retryAfterUs / 1000
    return admission.admitted ? { value: String(admission.dueUs), expiresAtMs: admission.dueUs / 1000 } : undefined
  })
  return { admitted: retryAfterMs === 0, retryAfterMs }
}
