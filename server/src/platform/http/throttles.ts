import type { Logger } from 'pino'
import type { Counters, Rate } from '../../adapters/cache/cache.ts'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE, SECOND } from '../../kernel/durations.ts'
import { CacheUnavailable, Throttled } from '../../kernel/errors.ts'
import { countedAddress } from '../../kernel/counted-address.ts'

/** 0 means no limit. */
export type Limits = {
  readonly anonymousPerMinute: number
  readonly userPerMinute: number
  readonly edgePerSecond: number
  readonly edgeBurst: number
  readonly loginPerMinute: number
  readonly loginBurst: number
  readonly sensitivePerMinute: number
  readonly tokenRefreshPerMinute: number
}

type Dependencies = {
  readonly counters: Counters
  readonly limits: Limits
  readonly clock: Clock
  readonly logger: Logger
}

/** One function per limit. Each counts the request and throws `Throttled` when the limit is exceeded. */
export type Throttles = {
  /** Everything below `/api/`, per address. */
  readonly edge: (ip: string) => Promise<void>
  /** Login, directory login and password reset together, per address. */
  readonly login: (ip: string) => Promise<void>
  readonly tokenRefresh: (ip: string) => Promise<void>
  readonly anonymous: (ip: string) => Promise<void>
  readonly user: (userId: number) => Promise<void>
  /** Each API token has a limit of its own, the size of a user's. */
  readonly apiToken: (tokenId: string) => Promise<void>
  readonly sensitive: (userId: number) => Promise<void>
}

/** The limits of this installation; a limit of 0 costs nothing. */
export function createThrottles({ counters, limits, clock, logger }: Dependencies): Throttles {
  const guarded = passWhileUnavailable(clock, logger)

  const perMinute = (name: string, limit: number) => async (id: string | number) => {
    if (limit === 0) return
    const window = await guarded(() => counters.increment(`throttle:${name}:${id}`, { ttlMs: MINUTE }))
    if (window && window.count > limit) throw new Throttled(window.ttlMs)
  }
  const atRate = (name: string, limit: number, rate: Rate) => async (id: string) => {
    if (limit === 0) return
    const admission = await guarded(() => counters.admit(`throttle:${name}:${id}`, rate))
    if (admission && !admission.admitted) throw new Throttled(admission.retryAfterMs)
  }

  const edge = atRate('edge', limits.edgePerSecond, {
    intervalMs: SECOND / limits.edgePerSecond,
    burst: limits.edgeBurst,
  })
  const login = atRate('login', limits.loginPerMinute, {
    intervalMs: MINUTE / limits.loginPerMinute,
    burst: limits.loginBurst,
  })
  const anonymous = perMinute('anonymous', limits.anonymousPerMinute)
  const tokenRefresh = perMinute('refresh', limits.tokenRefreshPerMinute)
  return {
    edge: (ip) => edge(countedAddress(ip)),
    login: (ip) => login(countedAddress(ip)),
    tokenRefresh: (ip) => tokenRefresh(countedAddress(ip)),
    anonymous: (ip) => anonymous(countedAddress(ip)),
    user: perMinute('user', limits.userPerMinute),
    apiToken: perMinute('api-token', limits.userPerMinute),
    sensitive: perMinute('sensitive', limits.sensitivePerMinute),
  }
}

// A missing reply costs two seconds, which not every request should wait for while the cache is down.
const PAUSE_MS = 5 * SECOND

/**
 * Counts, or returns undefined while the cache is unavailable. Requests then pass: a failing cache must not take the
 * service down, and password guessing stays limited, because account lockout is stored in the database.
 */
function passWhileUnavailable(clock: Clock, logger: Logger) {
  const nowMs = (): number => clock.now().getTime()
  let askAgainMs = 0
  let warnAgainMs = 0

  const noteOutage = (error: Error): void => {
    askAgainMs = nowMs() + PAUSE_MS
    if (nowMs() < warnAgainMs) return
    warnAgainMs = nowMs() + MINUTE
    logger.warn({ err: error }, 'rate limiting is off: the cache is unavailable')
  }
  return async <T>(count: () => Promise<T>): Promise<T | undefined> => {
    if (nowMs() < askAgainMs) return undefined
    try {
      return await count()
    } catch (error: unknown) {
      if (!(error instanceof CacheUnavailable)) throw error
      noteOutage(error)
      return undefined
    }
  }
}
