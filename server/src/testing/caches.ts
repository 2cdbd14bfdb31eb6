import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { openCache, type SharedCache } from '../adapters/cache/open-cache.ts'
import { createManualClock } from './manual-clock.ts'

/** One of the two kinds of cache: each `open` gives another process's view of the same one. */
export type CacheKind = {
  readonly name: string
  readonly start: () => Promise<CacheUnderTest>
}

export type CacheUnderTest = {
  readonly open: () => Promise<SharedCache>
  /** Lets lifetimes pass. The clock of Redis cannot be set, so there it waits in real time. */
  readonly pass: (ms: number) => Promise<void>
  readonly close: () => Promise<void>
}

const redisUrl = process.env['TEST_REDIS_URL']
if (redisUrl === undefined) console.warn('TEST_REDIS_URL is not set: the cache is tested in-process only, NOT on Redis')

export const cacheKinds: readonly CacheKind[] = [
  { name: 'in this process', start: startInProcess },
  ...(redisUrl === undefined ? [] : [{ name: 'in Redis', start: () => startRedis(redisUrl) }]),
]

async function startInProcess(): Promise<CacheUnderTest> {
  const clock = createManualClock()
  const shared = await openCache({ clock, logger: pino({ level: 'silent' }) })
  return { open: async () => shared, pass: clock.advance, close: shared.close }
}

async function startRedis(url: string): Promise<CacheUnderTest> {
  const keyPrefix = `heddle-test-${randomUUID()}:`
  const opened: SharedCache[] = []
  return {
    open: async () => {
      const shared = await openCache({
        redisUrl: url,
        keyPrefix,
        clock: createManualClock(),
        logger: pino({ level: 'silent' }),
      })
      opened.push(shared)
      return shared
    },
    pass: (ms) => wait(ms),
    close: async () => {
      await Promise.all(opened.map((shared) => shared.close()))
      await deleteKeys(url, keyPrefix)
    },
  }
}

async function deleteKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url)
  const keys = await redis.keys(`${prefix}*`)
  if (keys.length > 0) await redis.del(...keys)
  await redis.quit()
}
