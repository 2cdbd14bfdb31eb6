import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheKinds, type CacheUnderTest } from '../../testing/caches.ts'
import { HOUR } from '../../kernel/durations.ts'
import type { Cache } from './cache.ts'

describe.each(cacheKinds)('the cache $name', ({ start }) => {
  let under: CacheUnderTest
  let cache: Cache
  let other: Cache

  beforeAll(async () => {
    under = await start()
    cache = (await under.open()).cache
    other = (await under.open()).cache
  })
  afterAll(() => under.close())

  it.each([
    ['text', 'żółw'],
    ['number', 1.5],
    ['null', null],
    ['object', { a: [1, { b: null }] }],
  ])('stores %s for all processes', async (kind, value) => {
    await cache.set(`kept-${kind}`, value, { ttlMs: HOUR })

    expect(await other.get(`kept-${kind}`)).toEqual(value)
  })

  it('returns undefined for a key that was never set or was deleted', async () => {
    await cache.set('deleted', 1, { ttlMs: HOUR })
    await cache.delete('deleted')
    await cache.delete('never set')

    expect(await Promise.all([cache.get('deleted'), cache.get('never set'), cache.take('never set')])).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('keeps its own copy of a value the caller changes after writing or reading it', async () => {
    const value = { list: [1] }
    await cache.set('own', value, { ttlMs: HOUR })
    value.list.push(2)
    const got = (await cache.get('own')) as typeof value
    got.list.push(3)

    expect(await cache.get('own')).toEqual({ list: [1] })
  })

  it('drops a value when it expires', async () => {
    await cache.set('short', 1, { ttlMs: 20 })
    await cache.set('renewed', 1, { ttlMs: 20 })
    await cache.set('renewed', 2, { ttlMs: HOUR })

    await under.pass(40)

    expect(await cache.get('short')).toBeUndefined()
    expect(await cache.get('renewed')).toBe(2)
  })

  it('gives a value to exactly one of many concurrent takers', async () => {
    await cache.set('ticket', { user: 7 }, { ttlMs: HOUR })

    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? cache : other).take('ticket')),
    )

    expect(taken.filter((value) => value !== undefined)).toEqual([{ user: 7 }])
    expect(await cache.get('ticket')).toBeUndefined()
  })

  it('lets exactly one of many callers add a key and changes nothing for the rest', async () => {
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? cache : other).addIfAbsent('lock', index, { ttlMs: HOUR })),
    )

    expect(added.filter(Boolean)).toHaveLength(1)
    expect(await cache.get('lock')).toBe(added.indexOf(true))
  })

  it('lets an expired key be added again', async () => {
    const first = await cache.addIfAbsent('again', 1, { ttlMs: 20 })
    await under.pass(40)
    const second = await cache.addIfAbsent('again', 2, { ttlMs: HOUR })

    expect([first, second, await cache.get('again')]).toEqual([true, true, 2])
  })

  it('counts every increment once, in a window opened by the first', async () => {
    const counts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? cache : other).increment('hits', { ttlMs: HOUR })),
    )

    expect(counts.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
    expect(counts.every(({ ttlMs }) => ttlMs > HOUR - 5000 && ttlMs <= HOUR)).toBe(true)
  })

  it('does not extend the window by counting', async () => {
    await cache.increment('window', { ttlMs: 200 })
    await under.pass(50)
    const second = await cache.increment('window', { ttlMs: 200 })
    await under.pass(200)
    const third = await cache.increment('window', { ttlMs: 200 })

    expect(second).toMatchObject({ count: 2 })
    expect(second.ttlMs).toBeLessThanOrEqual(150)
    expect(third).toEqual({ count: 1, ttlMs: 200 })
  })

  const rate = { intervalMs: 200, burst: 3 }
  const take = async (key: string, times: number) => {
    const taken = await Promise.all(
      Array.from({ length: times }, (_, index) => (index % 2 ? cache : other).admit(key, rate)),
    )
    return taken.filter(({ admitted }) => admitted).length
  }

  it('admits one unit plus the burst at once, however many ask, and says when the next is admitted', async () => {
    const admitted = await take('burst', 20)
    const refused = await cache.admit('burst', rate)

    expect(admitted).toBe(4)
    expect(refused.admitted).toBe(false)
    expect(refused.retryAfterMs).toBeGreaterThan(0)
    expect(refused.retryAfterMs).toBeLessThanOrEqual(200)
  })

  it('admits one more per elapsed interval, whatever was refused in between', async () => {
    const startedAt = performance.now()
    await take('steady', 20)
    const admitted: number[] = []

    for (let interval = 0; interval < 3; interval++) {
      await under.pass(200)
      admitted.push(await take('steady', 2))
    }

    // In Redis real time passes, and on a busy machine more of it than was waited for.
    const intervals = Math.max(3, Math.ceil((performance.now() - startedAt) / 200))
    expect(Math.min(...admitted)).toBeGreaterThanOrEqual(1)
    expect(admitted[0]! + admitted[1]! + admitted[2]!).toBeLessThanOrEqual(intervals)
  })

  it('admits the whole burst again after a pause', async () => {
    await take('rest', 4)

    await under.pass(810)

    expect(await take('rest', 20)).toBe(4)
  })

  it('admits exactly the burst even when an interval is not a whole number of milliseconds', async () => {
    const thirds = { intervalMs: 10_000 / 3, burst: 50 }

    const taken = await Promise.all(Array.from({ length: 60 }, () => cache.admit('thirds', thirds)))

    expect(taken.filter(({ admitted }) => admitted)).toHaveLength(51)
    expect(taken[0]).toEqual({ admitted: true, retryAfterMs: 0 })
  })

  it('rates each key independently', async () => {
    await take('busy key', 10)

    expect(await take('idle key', 10)).toBe(4)
  })
})
