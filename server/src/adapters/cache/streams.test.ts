import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { HOUR } from '../../kernel/durations.ts'
import { cacheKinds, type CacheUnderTest } from '../../testing/caches.ts'
import type { StreamEntry, Streams } from './streams.ts'

const keep = { ttlMs: HOUR, maxLength: 1000 }
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const framesOf = (entries: readonly StreamEntry[]) => entries.map(({ frame }) => frame)

describe.each(cacheKinds)('a stream $name', ({ start }) => {
  let under: CacheUnderTest
  let here: Streams
  let there: Streams

  beforeAll(async () => {
    under = await start()
    here = (await under.open()).streams
    there = (await under.open()).streams
  })
  afterAll(() => under.close())

  const appendAll = async (key: string, frames: readonly unknown[]) => {
    for (const frame of frames) await here.append(key, frame, keep)
  }

  it('stores frames in order, with increasing sequence numbers', async () => {
    await appendAll('kept', ['start', { rows: 3 }, null])

    const entries = await there.read('kept')

    expect(framesOf(entries)).toEqual(['start', { rows: 3 }, null])
    expect(entries.map(({ sequence }) => sequence)).toEqual(
      entries.map(({ sequence }) => sequence).toSorted((a, b) => a - b),
    )
    expect(await there.read('never written')).toEqual([])
  })

  it('drops the oldest frames over its maximum length', async () => {
    for (const frame of numbers(10)) await here.append('long', frame, { ttlMs: HOUR, maxLength: 4 })

    expect(framesOf(await there.read('long'))).toEqual([6, 7, 8, 9])
  })

  it('expires when nothing is appended for its lifetime', async () => {
    await here.append('ending', 1, { ttlMs: 20, maxLength: 9 })
    await under.pass(40)

    expect(await here.read('ending')).toEqual([])
  })

  it('replays to a latecomer first, then continues', async () => {
    const heard: StreamEntry[] = []
    await appendAll('late', [0, 1, 2])

    const { replayed } = await there.streamFrom('late', (entry) => heard.push(entry))
    const atOnce = framesOf(heard)
    await appendAll('late', [3, 4])

    expect([replayed, atOnce]).toEqual([3, [0, 1, 2]])
    await vi.waitFor(() => expect(framesOf(heard)).toEqual([0, 1, 2, 3, 4]), 20_000)
  })

  it('delivers the first frame to a follower that subscribed earlier', async () => {
    const heard: StreamEntry[] = []
    const { replayed } = await there.streamFrom('early', (entry) => heard.push(entry))

    await appendAll('early', [0, 1])

    expect(replayed).toBe(0)
    await vi.waitFor(() => expect(framesOf(heard)).toEqual([0, 1]), 20_000)
  })

  it('loses and duplicates nothing for followers that join while frames are being appended', async () => {
    const followers = numbers(15).map(() => [] as StreamEntry[])
    const writing = appendAll('busy', numbers(300))

    for (const [index, heard] of followers.entries()) {
      await (index % 2 ? here : there).streamFrom('busy', (entry) => heard.push(entry))
      await here.read('busy')
    }
    await writing

    await vi.waitFor(() => expect(followers.every((heard) => heard.length >= 300)).toBe(true), 20_000)
    expect(followers.map(framesOf)).toEqual(followers.map(() => numbers(300)))
  })

  it('gives all followers the same order when several processes append', async () => {
    const [first, second] = [[] as StreamEntry[], [] as StreamEntry[]]
    await here.streamFrom('many', (entry) => first.push(entry))
    await there.streamFrom('many', (entry) => second.push(entry))

    await Promise.all(numbers(100).map((number) => (number % 2 ? here : there).append('many', number, keep)))

    await vi.waitFor(() => expect([first.length, second.length]).toEqual([100, 100]), 20_000)
    expect(first).toEqual(second)
    expect(first).toEqual(await here.read('many'))
  })

  it('delivers nothing after unsubscribing, and leaves other followers alone', async () => {
    const [ended, going] = [[] as StreamEntry[], [] as StreamEntry[]]
    const following = await there.streamFrom('ended', (entry) => ended.push(entry))
    await there.streamFrom('ended', (entry) => going.push(entry))
    following.unsubscribe()

    await appendAll('ended', [1])

    await vi.waitFor(() => expect(framesOf(going)).toEqual([1]), 20_000)
    expect(ended).toEqual([])
  })

  it('can be followed again after the last follower has left', async () => {
    const heard: StreamEntry[] = []
    const following = await there.streamFrom('rejoined', () => undefined)
    following.unsubscribe()

    await there.streamFrom('rejoined', (entry) => heard.push(entry))
    await appendAll('rejoined', [1])

    await vi.waitFor(() => expect(framesOf(heard)).toEqual([1]), 20_000)
  })

  it('continues for a follower whose handler fails', async () => {
    const heard: StreamEntry[] = []
    await there.streamFrom('failing', (entry) => {
      heard.push(entry)
      throw new Error('broken')
    })

    await appendAll('failing', [1, 2])

    await vi.waitFor(() => expect(framesOf(heard)).toEqual([1, 2]), 20_000)
  })

  it('continues for a follower when it expires and starts again', async () => {
    const heard: StreamEntry[] = []
    await there.streamFrom('again', (entry) => heard.push(entry))
    await here.append('again', 'first life', { ttlMs: 200, maxLength: 9 })
    await vi.waitFor(() => expect(framesOf(heard)).toEqual(['first life']), 20_000)
    await under.pass(400)

    await here.append('again', 'second life', keep)

    await vi.waitFor(() => expect(framesOf(heard)).toEqual(['first life', 'second life']), 20_000)
  })
})
