import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Clock, Timer } from '../../kernel/clock.ts'
import { MINUTE } from '../../kernel/durations.ts'
import type { Cache, Counters } from './cache.ts'
import { createInProcessBus, type EventBus } from './event-bus.ts'
import { createExpiringMap } from './expiring-map.ts'
import { createInProcessCache } from './in-process-cache.ts'
import { createInProcessLeases } from './in-process-leases.ts'
import { createInProcessStreams, type KeptFrame } from './in-process-streams.ts'
import { createRedisBus } from './redis-bus.ts'
import { createRedisCache } from './redis-cache.ts'
import type { Leases } from './leases.ts'
import { askRedis, closeRedis, connectRedis, pingRegularly } from './redis-connection.ts'
import { createRedisLeases } from './redis-leases.ts'
import { createRedisStreams } from './redis-streams.ts'
import type { Streams } from './streams.ts'
import { createSurvivingLeases } from './surviving-leases.ts'

const MAX_ENTRIES = 100_000
const MAX_COUNTERS = 100_000
const MAX_STREAMS = 10_000

export type SharedCache = {
  readonly kind: 'in-process' | 'redis'
  readonly cache: Cache
  /**
   * For limits per address, of which a client can use many: in-process they have separate space, so they evict nothing
   * else.
   */
  readonly counters: Counters
  readonly bus: EventBus
  readonly streams: Streams
  readonly leases: Leases
  /** Rejects with `CacheUnavailable` when the cache does not answer. */
  readonly ping: () => Promise<void>
  /** The same for the connection that brings events of other processes. */
  readonly pingBus: () => Promise<void>
  readonly close: () => Promise<void>
}

export type CacheOptions = {
  /** Without it everything lives in this process. */
  readonly redisUrl?: string | undefined
  readonly clock: Clock
  readonly logger: Logger
  readonly keyPrefix?: string
  readonly startTimeoutMs?: number
  readonly commandTimeoutMs?: number
}

type RedisOptions = CacheOptions & { readonly redisUrl: string }

export async function openCache(options: CacheOptions): Promise<SharedCache> {
  return options.redisUrl === undefined ? openInProcess(options) : openRedis({ ...options, redisUrl: options.redisUrl })
}

function openInProcess({ clock, logger }: CacheOptions): SharedCache {
  const entries = createExpiringMap<string>(clock, MAX_ENTRIES)
  const counts = createExpiringMap<string>(clock, MAX_COUNTERS)
  const frames = createExpiringMap<KeptFrame[]>(clock, MAX_STREAMS)
  const sweeping = clock.repeat(() => {
    entries.sweep()
    counts.sweep()
    frames.sweep()
  }, MINUTE)
  return {
    kind: 'in-process',
    cache: createInProcessCache(entries),
    counters: createInProcessCache(counts),
    bus: createInProcessBus(logger),
    streams: createInProcessStreams(frames, logger),
    leases: createInProcessLeases(() => clock.now().getTime()),
    ping: async () => undefined,
    pingBus: async () => undefined,
    close: async () => sweeping.cancel(),
  }
}

async function openRedis({
  redisUrl: url,
  clock,
  logger,
  keyPrefix: prefix = 'heddle:',
  startTimeoutMs,
  commandTimeoutMs,
}: RedisOptions): Promise<SharedCache> {
  const opened: Redis[] = []
  const pings: Timer[] = []
  const close = async (): Promise<void> => {
    for (const ping of pings) ping.cancel()
    await Promise.all(opened.map(closeRedis))
  }
  const connect = async (): Promise<Redis> => {
    const connection = await connectRedis({ url, logger, startTimeoutMs, commandTimeoutMs })
    opened.push(connection)
    pings.push(pingRegularly(connection, clock))
    return connection
  }
  try {
    const redis = await connect()
    // A subscribed connection can do nothing else.
    const subscriber = await connect()
    const connections = { redis, subscriber, prefix, logger }
    const cache = createRedisCache(redis, prefix)
    const bus = await createRedisBus(connections)
    const now = (): number => clock.now().getTime()
    return {
      kind: 'redis',
      cache,
      // Redis has its own memory limit, and counters that expire within a minute take little of it.
      counters: cache,
      bus,
      streams: createRedisStreams(connections),
      leases: createSurvivingLeases({
        shared: createRedisLeases({ redis, prefix, bus }),
        own: createInProcessLeases(now),
        now,
        logger,
      }),
      ping: async () => {
        await askRedis('PING', () => redis.ping())
      },
      pingBus: async () => {
        await askRedis('PING', () => subscriber.ping())
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
