import { addAbortListener } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { openThread } from './open-thread.ts'
import type { SampleCalls } from './testing/sample-thread.ts'
import { createThreadPool, type ThreadPool } from './thread-pool.ts'

const PROGRAM = new URL('./testing/sample-thread.ts', import.meta.url)
const never = new AbortController().signal
const pools: ThreadPool<SampleCalls>[] = []
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())))

function poolOf(limits: { total: number; perLane: number }, largestKeptBytes?: number) {
  let opened = 0
  const memory = {
    lent: 0,
    borrow: async (_signal: AbortSignal): Promise<() => void> => {
      memory.lent++
      return () => void memory.lent--
    },
    isShort: () => undefined as void,
  }
  const pool = createThreadPool<SampleCalls>({
    limits,
    borrow: (_lane, signal) => memory.borrow(signal),
    onShort: (giveUp) => {
      memory.isShort = giveUp
      return () => (memory.isShort = () => undefined)
    },
    warm: 1,
    ...(largestKeptBytes !== undefined && { largestKeptBytes }),
    open: (onEnd) => {
      opened++
      return openThread(PROGRAM, { name: 'sample', memory: { heapMb: 32 }, onEnd })
    },
  })
  pools.push(pool)
  const take = async (lane: unknown) => (await pool.take(lane, never))!
  return { pool, take, memory, opened: () => opened }
}

describe('a pool of threads', () => {
  it('lends a released thread again', async () => {
    const { take, opened } = poolOf({ total: 2, perLane: 2 })
    const first = await take('a')
    await first.thread.call('echo', 1)
    first.release()

    const second = await take('b')

    expect(second.thread).toBe(first.thread)
    expect(opened()).toBe(1)
  })

  it('replaces a thread that was discarded, or that has died', async () => {
    const { take, opened } = poolOf({ total: 1, perLane: 1 })
    const discarded = await take('a')
    discarded.discard()
    const died = await take('a')
    await expect(died.thread.call('exit', 1)).rejects.toThrow('exited')
    died.release()

    const third = await take('a')

    expect(await third.thread.call('echo', 1)).toBe(1)
    expect(opened()).toBe(3)
  })

  it('ends a thread whose heap has grown, instead of keeping it warm', async () => {
    const { take, opened } = poolOf({ total: 1, perLane: 1 }, 1)
    const large = await take('a')
    await large.thread.call('echo', 1)

    large.release()

    await expect.poll(() => large.thread.isOpen()).toBe(false)
    await take('a')
    expect(opened()).toBe(2)
  })

  it('leaves threads to others while one lane has its share', async () => {
    const { pool, take } = poolOf({ total: 3, perLane: 2 })
    const mine = [await take('a'), await take('a')]
    const waiting = pool.take('a', never)

    const other = await take('b')
    mine[0]!.release()

    expect(other.thread.isOpen()).toBe(true)
    expect(await waiting).toBeDefined()
  })

  it('ends the wait when the signal fires or the pool closes', async () => {
    const { pool, take } = poolOf({ total: 1, perLane: 1 })
    const held = await take('a')
    const stop = new AbortController()
    const aborted = pool.take('b', stop.signal)
    const waiting = pool.take('b', never)

    stop.abort()
    const first = await aborted
    await pool.close()

    expect([first, await waiting, await pool.take('b', never)]).toEqual([undefined, undefined, undefined])
    expect(held.thread.isOpen()).toBe(false)
  })

  it('borrows memory before a thread is used, until its heap is known to be small, or it is gone', async () => {
    const { take, memory } = poolOf({ total: 2, perLane: 2 })
    const [kept, gone] = [await take('a'), await take('a')]
    const lent = memory.lent

    kept.release()
    gone.discard()

    expect(lent).toBe(2)
    await expect.poll(() => memory.lent).toBe(0)
    expect([kept.thread.isOpen(), gone.thread.isOpen()]).toEqual([true, false])
  })

  it('starts no thread without memory, and goes on with the next who finds some', async () => {
    const { pool, take, memory, opened } = poolOf({ total: 1, perLane: 1 })
    const lend = memory.borrow
    memory.borrow = async () => {
      throw new Error('too little memory')
    }

    await expect(pool.take('a', never)).rejects.toThrow('too little memory')
    memory.borrow = lend
    await take('b')

    expect([opened(), memory.lent]).toEqual([1, 1])
  })

  it('ends the idle threads that it need not keep, and no busy one, when memory is short', async () => {
    const { take, memory } = poolOf({ total: 3, perLane: 3 })
    const [busy, older, newer] = [await take('a'), await take('a'), await take('a')]
    for (const { thread } of [busy, older, newer]) await thread.call('echo', 1)
    older.release()
    newer.release()

    memory.isShort()

    expect([busy, older, newer].map(({ thread }) => thread.isOpen())).toEqual([true, false, true])
  })

  it('ends the wait for memory when the signal fires or the pool closes', async () => {
    const { pool, memory, opened } = poolOf({ total: 2, perLane: 2 })
    memory.borrow = (signal) =>
      new Promise((_, reject) => addAbortListener(signal, () => reject(new Error('no longer wanted'))))
    const stop = new AbortController()
    const aborted = pool.take('a', stop.signal)
    const waiting = pool.take('b', never)

    stop.abort()
    const first = await aborted
    await pool.close()

    expect([first, await waiting, opened()]).toEqual([undefined, undefined, 0])
  })
})
