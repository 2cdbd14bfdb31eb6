import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheKinds, type CacheUnderTest } from '../../testing/caches.ts'
import { HOUR } from '../../platform/durations.ts'
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
  ])('keeps a %s for all processes', async (kind, value) => {
    await cache.set(`kept-${kind}`, value, { ttlMs: HOUR })

    expect(await other.get(`kept-${kind}`)).toEqual(value)
  })

  it('has nothing under a key that was never set or was deleted', async () => {
    await cache.set('deleted', 1, { ttlMs: HOUR })
    await cache.delete('deleted')
    await cache.delete('never set')

    expect(await Promise.all([cache.get('deleted'), cache.get('never set'), cache.take('never set')])).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('does not change what it holds when the caller changes what it put in or got out', async () => {
    const value = { list: [1] }
    await cache.set('own', value, { ttlMs: HOUR })
    value.list.push(2)
    const got = (await cache.get('own')) as typeof value
    got.list.push(3)

    expect(await cache.get('own')).toEqual({ list: [1] })
  })

  it('forgets when the lifetime is over', async () => {
    await cache.set('short', 1, { ttlMs: 20 })
    await cache.set('renewed', 1, { ttlMs: 20 })
    await cache.set('renewed', 2, { ttlMs: HOUR })

    await under.pass(40)

    expect(await cache.get('short')).toBeUndefined()
    expect(await cache.get('renewed')).toBe(2)
  })

  it('gives a value to exactly one of many takers', async () => {
    await cache.set('ticket', { user: 7 }, { ttlMs: HOUR })

    const taken = await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? cache : other).take('ticket')))

    expect(taken.filter((value) => value !== undefined)).toEqual([{ user: 7 }])
    expect(await cache.get('ticket')).toBeUndefined()
  })

  it('lets exactly one of many add a key, and changes nothing for the others', async () => {
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? cache : other).addIfAbsent('lock', index, { ttlMs: HOUR })),
    )

    expect(added.filter(Boolean)).toHaveLength(1)
    expect(await cache.get('lock')).toBe(added.indexOf(true))
  })

  it('lets a key be added again when its lifetime is over', async () => {
    const first = await cache.addIfAbsent('again', 1, { ttlMs: 20 })
    await under.pass(40)
    const second = await cache.addIfAbsent('again', 2, { ttlMs: HOUR })

    expect([first, second, await cache.get('again')]).toEqual([true, true, 2])
  })

  it('counts every increment once, in a window that the first one opens', async () => {
    const counts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? cache : other).increment('hits', { ttlMs: HOUR })),
    )

    expect(counts.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(counts.every(({ ttlMs }) => ttlMs > HOUR - 5000 && ttlMs <= HOUR)).toBe(true)
  })

  it('does not prolong the window by counting', async () => {
    await cache.increment('window', { ttlMs: 200 })
    await under.pass(50)
    const second = await cache.increment('window', { ttlMs: 200 })
    await under.pass(200)
    const third = await cache.increment('window', { ttlMs: 200 })

    expect(second).toMatchObject({ count: 2 })
    expect(second.ttlMs).toBeLessThanOrEqual(150)
    expect(third).toEqual({ count: 1, ttlMs: 200 })
  })
})
