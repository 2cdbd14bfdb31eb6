import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { EventBus } from './event-bus.ts'
import { BEAT, READ, REFUSE, RELEASE, RENEW, TAKE } from './lease-scripts.ts'
import { LEASE_MS, type Leases, type LeaseUse, type LeaseQueue } from './leases.ts'
import { askRedis } from './redis-connection.ts'

type Dependencies = { readonly redis: Redis; readonly prefix: string; readonly bus: EventBus }

/** A process that waits asks several times within it; one that no longer does loses its turn. */
const TURN_MS = 2_000
const FREE = 'lease_free'
const PARTS = ['held', 'turns', 'seen', 'sent', 'waits', 'refused', 'refused-at'] as const

export type RedisLeases = Leases & {
  /** How many processes are alive, as of the last `renew`. */
  readonly processes: () => number
}

export function createRedisLeases({ redis, prefix, bus }: Dependencies): RedisLeases {
  const self = randomUUID()
  let lastNumber = 0
  let processes = 1
  const key = (thing: string, part: (typeof PARTS)[number]): string => `${prefix}leases:${thing}:${part}`
  const keys = (thing: string, ...parts: readonly (typeof PARTS)[number][]): string[] =>
    parts.map((part) => key(thing, part))
  const run = (script: string, at: readonly string[], ...args: readonly (string | number)[]): Promise<unknown> =>
    askRedis('leases', () => redis.eval(script, at.length, ...at, ...args))

  async function release(thing: string, leases: readonly string[]): Promise<void> {
    const waiting = Number(await run(RELEASE, keys(thing, 'held', 'turns', 'seen'), ...leases))
    if (waiting > 0) await bus.publish(FREE, thing)
  }

  return {
    processes: () => processes,
    take: async (thing, { wanted, parallel, perMinute }) => {
      const first = lastNumber + 1
      lastNumber += wanted
      const limits = [wanted, parallel, perMinute ?? 0, LEASE_MS, TURN_MS]
      const [granted, retryAfterMs] = (await run(
        TAKE,
        keys(thing, 'held', 'turns', 'seen', 'sent'),
        self,
        first,
        ...limits,
      )) as number[]
      return {
        leases: Array.from({ length: granted ?? 0 }, (_, index) => `${self}:${first + index}`),
        retryAfterMs: retryAfterMs ?? 0,
      }
    },
    release,
    leave: async (thing) => {
      await askRedis('leases', () =>
        redis.multi().zrem(key(thing, 'turns'), self).zrem(key(thing, 'seen'), self).exec(),
      )
    },
    renew: async (held) => {
      const alive = run(BEAT, [`${prefix}leases:processes`], self, LEASE_MS)
      const renewals = held.map(({ thing, leases, waiting }) =>
        run(RENEW, keys(thing, 'held', 'waits'), self, LEASE_MS, formatWaiting(waiting), ...leases),
      )
      const [count] = await Promise.all([alive, ...renewals])
      processes = Number(count)
    },
    noteRefusal: async (thing) => {
      await run(REFUSE, keys(thing, 'refused', 'refused-at'))
    },
    read: async (thing) => {
      const reply = (await run(READ, keys(thing, ...PARTS))) as [number, number, number, string, string, string[]]
      return { ...useOf(reply, self), processes }
    },
    onFree: (handler) => bus.subscribe(FREE, (thing) => handler(String(thing))),
  }
}

const formatWaiting = ({ requests, runs, longestMs }: LeaseQueue): string =>
  requests === 0 ? '' : `${requests} ${runs} ${Math.round(longestMs)}`

function useOf(reply: [number, number, number, string, string, string[]], self: string): Omit<LeaseUse, 'processes'> {
  const [taken, takenLastMinute, refusedLastHour, refusedAt, now, waits] = reply
  const waitingElsewhere = waits.flatMap((process, index) =>
    index % 2 === 0 && process !== self ? parseWaiting(waits[index + 1] ?? '', Number(now)) : [],
  )
  const lastRefusal = refusedAt === '' ? null : new Date(Number(refusedAt))
  return { isShared: true, taken, takenLastMinute, refusedLastHour, refusedAt: lastRefusal, waitingElsewhere }
}

function parseWaiting(text: string, now: number): LeaseQueue | [] {
  const [at = 0, requests = 0, runs = 0, longestMs = 0] = text.split(' ').map(Number)
  const ageMs = now - at
  return ageMs > LEASE_MS ? [] : { requests, runs, longestMs: longestMs + ageMs }
}
