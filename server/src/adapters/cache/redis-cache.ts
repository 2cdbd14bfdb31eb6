import type { Redis } from 'ioredis'
import type { Cache } from './cache.ts'
import { askRedis } from './redis-connection.ts'

// In one step, so that a counter can not be left behind without an end.
const INCREMENT = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`

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
    delete: async (key) => {
      await askRedis('DEL', () => redis.del(at(key)))
    },
  }
}

const parseValue = (json: string | null): unknown => (json === null ? undefined : JSON.parse(json))
