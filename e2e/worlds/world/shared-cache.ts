import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'
import { createInProcessBus, type EventBus } from '@heddle/server/adapters/cache/event-bus.ts'
import { createExpiringMap } from '@heddle/server/adapters/cache/expiring-map.ts'
import { createInProcessCache } from '@heddle/server/adapters/cache/in-process-cache.ts'
import { createInProcessLeases } from '@heddle/server/adapters/cache/in-process-leases.ts'
import { createInProcessStreams, type KeptFrame } from '@heddle/server/adapters/cache/in-process-streams.ts'
import { LEASE_MS } from '@heddle/server/adapters/cache/leases.ts'
import type { SharedCache } from '@heddle/server/adapters/cache/open-cache.ts'
import type { RedisLeases } from '@heddle/server/adapters/cache/redis-leases.ts'
import { createSurvivingLeases } from '@heddle/server/adapters/cache/surviving-leases.ts'
import { createSystemClock } from '@heddle/server/kernel/clock.ts'
import { CacheUnavailable } from '@heddle/server/kernel/errors.ts'
import type { Owner } from '../virtual/timeline.ts'
import type { World } from './world.ts'

export type CacheFaults = {
  readonly latencyMs: () => number
  readonly isCacheAway: () => boolean
  readonly losesMessage: () => boolean
}

const SILENT = pino({ level: 'silent' })
const FREE = 'lease_free'

/** What stands for Redis in a world: one for all processes, each of which reaches it over a network. */
export class WorldCache {
  readonly #world: World
  readonly #faults: CacheFaults
  readonly #entries: ReturnType<typeof createInProcessCache>
  readonly #streams: ReturnType<typeof createInProcessStreams>
  /** How a message gets to what subscribed in a process. */
  readonly #receivers = new Map<Owner, (topic: string, payload: unknown) => void>()
  readonly #leases: WorldLeases

  constructor(world: World, faults: CacheFaults) {
    const clock = createSystemClock(() => undefined)
    this.#world = world
    this.#faults = faults
    this.#entries = createInProcessCache(createExpiringMap<string>(clock, 100_000))
    this.#streams = createInProcessStreams(createExpiringMap<KeptFrame[]>(clock, 10_000), SILENT)
    this.#leases = new WorldLeases(() => world.timeline.now)
  }

  /** As a process sees it. */
  open(owner: Owner, now: () => number): SharedCache {
    const own = createInProcessBus(SILENT)
    // What a message wakes happens in the process that it reaches, not in the one that sent it.
    const inside = AsyncLocalStorage.snapshot()
    this.#receivers.set(owner, (topic, payload) => inside(() => void own.publish(topic, payload)))
    const over = <T>(work: () => Promise<T>): Promise<T> => this.#over(owner, work)
    const cache = overAll(this.#entries, over)
    const bus: EventBus = {
      publish: async (topic, payload) => {
        await own.publish(topic, payload)
        if (this.#faults.isCacheAway()) return
        for (const [other, receive] of this.#receivers) {
          if (other === owner || other.isDead() || this.#faults.losesMessage()) continue
          this.#world.timeline.after(this.#faults.latencyMs(), other, () => receive(topic, payload))
        }
      },
      subscribe: own.subscribe,
    }
    return {
      kind: 'redis',
      cache,
      counters: cache,
      bus,
      streams: overAll(this.#streams, over),
      leases: createSurvivingLeases({
        shared: this.#leases.of(owner, over, bus),
        own: createInProcessLeases(now),
        now,
        logger: SILENT,
      }),
      ping: () => over(async () => undefined),
      pingBus: () => over(async () => undefined),
      close: async () => void this.#receivers.delete(owner),
    }
  }

  async #over<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
    await this.#travel(owner)
    if (this.#faults.isCacheAway()) throw new CacheUnavailable('PING', new Error('the cache is away'))
    const answer = await work()
    await this.#travel(owner)
    return answer
  }

  #travel(owner: Owner): Promise<void> {
    return new Promise((resolve) => this.#world.timeline.after(this.#faults.latencyMs(), owner, resolve))
  }
}

type Over = <T>(work: () => Promise<T>) => Promise<T>

function overAll<Port extends object>(port: Port, over: Over): Port {
  return Object.fromEntries(
    Object.entries(port).map(([name, ask]) => [
      name,
      (...values: unknown[]) => over(() => (ask as (...given: unknown[]) => Promise<unknown>)(...values)),
    ]),
  ) as Port
}

type Held = { readonly until: Map<string, number>; readonly sent: number[]; readonly turns: Map<string, number> }
const TURN_MS = 2_000

/** What the scripts of `lease-scripts.ts` do, on our own structures. */
class WorldLeases {
  readonly #things = new Map<string, Held>()
  readonly #alive = new Map<string, number>()
  readonly #now: () => number
  #last = 0

  constructor(now: () => number) {
    this.#now = now
  }

  of({ name }: Owner, over: Over, bus: EventBus): RedisLeases {
    return {
      processes: () => Math.max(1, [...this.#alive.values()].filter((until) => until > this.#now()).length),
      take: (thing, { wanted, parallel, perMinute }) =>
        over(async () => {
          const { until, sent, turns } = this.#at(thing)
          const recent = sent.filter((at) => at > this.#now() - 60_000).length
          const free = Math.min(parallel - until.size, perMinute === null ? Infinity : perMinute - recent)
          const inFront = [...turns.keys()].indexOf(name)
          const granted = Math.max(0, Math.min(wanted, free - (inFront < 0 ? turns.size : inFront)))
          const leases = Array.from({ length: granted }, () => `${name}:${(this.#last += 1)}`)
          for (const lease of leases) until.set(lease, this.#now() + LEASE_MS)
          sent.push(...leases.map(() => this.#now()))
          if (granted > 0 || granted === wanted) turns.delete(name)
          if (granted < wanted) turns.set(name, this.#now() + TURN_MS)
          return { leases, retryAfterMs: 0 }
        }),
      release: (thing, leases) =>
        over(async () => {
          const { until, turns } = this.#at(thing)
          for (const lease of leases) until.delete(lease)
          if (turns.size > 0) await bus.publish(FREE, thing)
        }),
      leave: (thing) => over(async () => void this.#at(thing).turns.delete(name)),
      renew: (held) =>
        over(async () => {
          this.#alive.set(name, this.#now() + LEASE_MS)
          for (const { thing, leases } of held)
            for (const lease of leases) this.#at(thing).until.set(lease, this.#now() + LEASE_MS)
        }),
      noteRefusal: () => over(async () => undefined),
      read: (thing) =>
        over(async () => ({
          ...{ isShared: true, processes: 1, taken: this.#at(thing).until.size, takenLastMinute: 0 },
          ...{ waitingElsewhere: [], refusedLastHour: 0, refusedAt: null },
        })),
      onFree: (handler) => bus.subscribe(FREE, (thing) => handler(String(thing))),
    }
  }

  #at(name: string): Held {
    const held = this.#things.get(name) ?? { until: new Map(), sent: [], turns: new Map() }
    this.#things.set(name, held)
    for (const part of [held.until, held.turns])
      for (const [key, until] of part) if (until <= this.#now()) part.delete(key)
    return held
  }
}
