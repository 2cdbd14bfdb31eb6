import { afterEach, describe, expect, it } from 'vitest'
import { openThread } from './open-thread.ts'
import type { SampleCalls } from './testing/sample-thread.ts'
import { createThreadPool, type ThreadPool } from './thread-pool.ts'

const PROGRAM = new URL('./testing/sample-thread.ts', import.meta.url)
const never = new AbortController().signal
const pools: ThreadPool<SampleCalls>[] = []
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())))

function poolOf(limits: { total: number; perLane: number }) {
  let opened = 0
  const pool = createThreadPool<SampleCalls>({
    limits,
    warm: 1,
    open: (onEnd) => {
      opened++
      return openThread(PROGRAM, { name: 'sample', memory: { heapMb: 32 }, onEnd })
    },
  })
  pools.push(pool)
  const take = async (lane: unknown) => (await pool.take(lane, never))!
  return { pool, take, opened: () => opened }
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
})
