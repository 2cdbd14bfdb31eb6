import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSystemClock } from '../../kernel/clock.ts'
import { createInProcessLeases } from './in-process-leases.ts'
import { openCache } from './open-cache.ts'
import type { Leases } from './leases.ts'
import { createSurvivingLeases } from './surviving-leases.ts'
import type { RedisLeases } from './redis-leases.ts'
import { CacheUnavailable } from '../../kernel/errors.ts'

const redisUrl = process.env['TEST_REDIS_URL']
const logger = pino({ level: 'silent' })
const FOUR = { parallel: 4, perMinute: null }
const idle = { requests: 0, runs: 0, longestMs: 0 }

async function openRedisLeases(keyPrefix: string): Promise<Leases> {
  const shared = await openCache({ redisUrl, keyPrefix, clock: createSystemClock(() => undefined), logger })
  onTestFinished(() => shared.close())
  return shared.leases
}

/** As many processes as wanted, on a Redis namespace of their own. */
async function openProcesses(count: number): Promise<Leases[]> {
  const prefix = `leases-${randomUUID()}:`
  return Promise.all(Array.from({ length: count }, () => openRedisLeases(prefix)))
}

const KINDS = [
  ['of one process', async () => createInProcessLeases(Date.now)],
  ...(redisUrl === undefined ? [] : [['in Redis', async () => (await openProcesses(1))[0]!] as const]),
] as const

describe.each(KINDS)('leases %s', (_kind, open) => {
  it('are as many as the limit allows, and free again once given back', async () => {
    const leases = await open()

    const first = await leases.take('apic', { ...FOUR, wanted: 3 })
    const second = await leases.take('apic', { ...FOUR, wanted: 3 })
    await leases.release('apic', first.leases)
    const third = await leases.take('apic', { ...FOUR, wanted: 3 })

    expect([first, second, third].map((answer) => answer.leases.length)).toEqual([3, 1, 3])
    expect(new Set([...first.leases, ...second.leases, ...third.leases]).size).toBe(7)
  })

  it('are counted apart for each thing', async () => {
    const leases = await open()
    await leases.take('one', { ...FOUR, wanted: 4 })

    expect((await leases.take('other', { ...FOUR, wanted: 4 })).leases).toHaveLength(4)
  })

  it('are no more in a minute than its limit says, which also says when to ask again', async () => {
    const leases = await open()
    const ask = { parallel: 4, perMinute: 5, wanted: 4 }
    await leases.release('apic', (await leases.take('apic', ask)).leases)

    const last = await leases.take('apic', ask)
    const late = await leases.take('apic', ask)

    expect([last.leases.length, late.leases.length]).toEqual([1, 0])
    expect(late.retryAfterMs).toBeGreaterThan(50_000)
    expect(late.retryAfterMs).toBeLessThanOrEqual(60_000)
  })

  it('say what is taken, and what the thing itself refused', async () => {
    const leases = await open()
    await leases.take('apic', { ...FOUR, wanted: 2 })
    await leases.noteRefusal('apic')
    await leases.noteRefusal('apic')

    expect(await leases.read('apic')).toMatchObject({
      isShared: true,
      taken: 2,
      takenLastMinute: 2,
      refusedLastHour: 2,
    })
    expect(Date.now() - (await leases.read('apic')).refusedAt!.getTime()).toBeLessThan(10_000)
  })
})

describe.skipIf(redisUrl === undefined)('leases of several processes', () => {
  it('are no more together than the limit', async () => {
    const [one, other] = await openProcesses(2)

    const answers = [await one!.take('apic', { ...FOUR, wanted: 3 }), await other!.take('apic', { ...FOUR, wanted: 3 })]

    expect(answers.map(({ leases }) => leases.length)).toEqual([3, 1])
  })

  it('go around: who waited first is served first, and then the next', async () => {
    const [one, other, third] = await openProcesses(3)
    const single = { parallel: 1, perMinute: null, wanted: 2 }
    const take = async (process: Leases): Promise<readonly string[]> => (await process.take('apic', single)).leases
    let held = await take(one!)
    await take(other!)
    await take(third!)
    const order: string[] = []

    for (let turn = 0; turn < 6; turn++) {
      await third!.release('apic', held)
      for (const [name, process] of [
        ['third', third!],
        ['one', one!],
        ['other', other!],
      ] as const) {
        const got = await take(process)
        if (got.length === 0) continue
        order.push(name)
        held = got
      }
    }

    expect(order.join(' ')).toBe('one other third one other third')
  })

  it('wake those who wait when one is given back', async () => {
    const [one, other] = await openProcesses(2)
    const { promise: woken, resolve }: PromiseWithResolvers<string> = Promise.withResolvers()
    other!.onFree(resolve)
    const { leases } = await one!.take('apic', { ...FOUR, wanted: 4 })
    await other!.take('apic', { ...FOUR, wanted: 1 })

    await one!.release('apic', leases)

    expect(await woken).toBe('apic')
  })

  it('lose their turn when they leave', async () => {
    const [one, other] = await openProcesses(2)
    const single = { parallel: 1, perMinute: null, wanted: 1 }
    const { leases } = await one!.take('apic', single)
    await other!.take('apic', single)
    await other!.leave('apic')
    await one!.release('apic', leases)

    expect((await one!.take('apic', single)).leases).toHaveLength(1)
  })

  it('tell each other what waits, and how many they are', async () => {
    const [one, other] = await openProcesses(2)
    await other!.renew([{ thing: 'apic', leases: [], waiting: { requests: 5, runs: 2, longestMs: 3_000 } }])
    await one!.renew([])

    const use = await one!.read('apic')
    await other!.renew([{ thing: 'apic', leases: [], waiting: idle }])

    expect(use).toMatchObject({ processes: 2, waitingElsewhere: [{ requests: 5, runs: 2 }] })
    expect(use.waitingElsewhere[0]!.longestMs).toBeGreaterThanOrEqual(3_000)
    expect((await one!.read('apic')).waitingElsewhere).toEqual([])
  })
})

describe('leases whose cache goes away', () => {
  const setUp = () => {
    const time = { now: 1_000_000 }
    const own = createInProcessLeases(() => time.now)
    const cache = { isAway: false }
    const asked: string[] = []
    const shared: RedisLeases = {
      ...createInProcessLeases(() => time.now),
      processes: () => 2,
      renew: async () => {
        if (cache.isAway) throw new CacheUnavailable('away')
      },
    }
    const take: RedisLeases['take'] = async (thing, ask) => {
      asked.push(thing)
      if (cache.isAway) throw new CacheUnavailable('away')
      return shared.take(thing, ask)
    }
    const leases = createSurvivingLeases({ shared: { ...shared, take }, own, now: () => time.now, logger })
    return { leases, cache, time, asked }
  }

  it('keep to their part, with what they held before counted in', async () => {
    const { leases, cache } = setUp()
    await leases.take('apic', { parallel: 6, perMinute: null, wanted: 1 })
    cache.isAway = true

    const alone = await leases.take('apic', { parallel: 6, perMinute: null, wanted: 6 })

    expect(alone.leases).toHaveLength(2)
    expect(await leases.read('apic')).toMatchObject({ isShared: false, processes: 2, taken: 3 })
  })

  it('leave each process one place at least', async () => {
    const { leases, cache } = setUp()
    cache.isAway = true

    expect((await leases.take('apic', { parallel: 1, perMinute: 1, wanted: 3 })).leases).toHaveLength(1)
  })

  it('ask the cache again only once it is back', async () => {
    const { leases, cache, asked } = setUp()
    cache.isAway = true
    await leases.take('apic', { ...FOUR, wanted: 1 })
    await leases.take('apic', { ...FOUR, wanted: 1 })
    const whileAway = asked.length
    cache.isAway = false
    await leases.renew([])

    const back = await leases.take('apic', { ...FOUR, wanted: 4 })

    expect([whileAway, asked.length, back.leases.length]).toEqual([1, 2, 4])
  })
})
