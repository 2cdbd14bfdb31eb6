import type { Redis } from 'ioredis'
import type { Cache } from './cache.ts'
import { intervalUs } from './leaky-bucket.ts'
import { askRedis } from './redis-connection.ts'

// Atomic, so that a counter is never left behind without an expiry.
const INCREMENT = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`

// The leaky bucket of `leaky-bucket.ts`, by the clock of Redis, which all processes share. Times are whole
// microseconds, formatted explicitly because Lua would not write all digits.
const ADMIT = `
local interval = tonumber(ARGV[1])
local depth = (tonumber(ARGV[2]) + 1) * interval
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local due = tonumber(redis.call('GET', KEYS[1]) or now)
if due < now or due > now + depth then due = now end
due = due + interval
if due > now + depth then return due - now - depth end
redis.call('SET', KEYS[1], string.format('%.0f', due), 'PX', math.ceil((due - now) / 1000))
return 0`

export function createRedisCache(redis: Redis, prefix: string): Cache {
  const at = (key: string): string => `${prefix}cache:${key}`
  return {
    get: async (key) => parseValue(await askRedis('GET', () => redis.get(at(key)))),
    set: async (key, value, { ttlMs }) => {
      await askRedis('SET', () => redis.set(at(key), JSON.stringify(value), 'PX', ttlMs))
    },
    take: async (key) => parseValue(await askRedis('GETDEL', () => redis.getdel(at(key)))),
    addIfAbsent: async (key, value, { ttlMs }) =>
      (await askRedis('SET', () => redis.set(at(key), JSON.stringify(value), 'PX', ttlMs, 'NX'))) !== null,
    increment: async (key, { ttlMs }) => {
      const reply = await askRedis('INCR', () => redis.eval(INCREMENT, 1, at(key), ttlMs))
      const [count, leftMs] = Array.isArray(reply) ? (reply as unknown[]) : []
      return { count: Number(count), ttlMs: Number(leftMs) }
    },
    admit: async (key, rate) => {
      const retryAfterUs = Number(
        await askRedis('admit', () => redis.eval(ADMIT, 1, at(key), intervalUs(rate), rate.burst)),
      )
      return { admitted: retryAfterUs === 0, retryAfterMs: retryAfterUs / 1000 }
    },
    delete: async (key) => {
      await askRedis('DEL', () => redis.del(at(key)))
    },
  }
}

const parseValue = (json: string | null): unknown => (json === null ? undefined : JSON.parse(json))
