import type { Logger } from 'pino'
import { CacheUnavailable } from '../../kernel/errors.ts'
import type { InProcessLeases } from './in-process-leases.ts'
import type { LeaseLimits, Leases } from './leases.ts'
import type { RedisLeases } from './redis-leases.ts'

type Dependencies = {
  readonly shared: RedisLeases
  readonly own: InProcessLeases
  readonly now: () => number
  readonly logger: Logger
}

/** Until then nobody waits for a cache that has just failed to answer; renewing asks it all the while. */
const AWAY_MS = 5_000

/**
 * Leases that outlive the cache: while it is away, each process keeps to its part of the limits, with the leases it had
 * counted in. Requests that other processes sent before may come on top until they have ended.
 */
export function createSurvivingLeases({ shared, own, now, logger }: Dependencies): Leases {
  let awayUntil = 0
  const isAway = (): boolean => now() < awayUntil

  async function orAlone<T>(ask: () => Promise<T>, alone: () => Promise<T>): Promise<T> {
    if (isAway()) return alone()
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof CacheUnavailable)) throw error
      leaveAlone(error)
      return alone()
    }
  }

  function leaveAlone(error: CacheUnavailable): void {
    if (awayUntil === 0)
      logger.warn({ err: error }, 'the cache is away: each process keeps to its part of the controllers’ budgets')
    awayUntil = now() + AWAY_MS
  }

  return {
    take: (thing, ask) =>
      orAlone(
        async () => {
          const answer = await shared.take(thing, ask)
          own.adopt(thing, answer.leases)
          return answer
        },
        () => own.take(thing, { ...ask, ...partOf(ask, shared.processes()) }),
      ),
    release: (thing, leases) => {
      void own.release(thing, leases)
      return orAlone(() => shared.release(thing, leases), nothing)
    },
    leave: (thing) => orAlone(() => shared.leave(thing), nothing),
    renew: async (held) => {
      try {
        await shared.renew(held)
        awayUntil = 0
      } catch (error) {
        if (!(error instanceof CacheUnavailable)) throw error
        leaveAlone(error)
      }
    },
    noteRefusal: async (thing) => {
      await own.noteRefusal(thing)
      await orAlone(() => shared.noteRefusal(thing), nothing)
    },
    read: (thing) =>
      orAlone(
        () => shared.read(thing),
        async () => ({ ...(await own.read(thing)), isShared: false, processes: shared.processes() }),
      ),
    onFree: shared.onFree,
  }
}

const nothing = async (): Promise<void> => undefined

/** At least one: a process without any could not work at all. */
function partOf({ parallel, perMinute }: LeaseLimits, processes: number): LeaseLimits {
  const part = (limit: number): number => Math.max(1, Math.floor(limit / Math.max(1, processes)))
  return { parallel: part(parallel), perMinute: perMinute === null ? null : part(perMinute) }
}
