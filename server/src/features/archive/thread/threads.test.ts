import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { MemoryBudget } from '../../../platform/memory/memory-budget.ts'
import { MemoryShort } from '../../../platform/memory/loans.ts'
import { createThreads, type Threads } from './threads.ts'

const MB = 1024 * 1024
const LISTER = ['dnLister', { className: 'fvBD', isDnSorted: true }] as const

let threads: Threads
afterEach(() => threads.close())

const lentMb = (memory: MemoryBudget): number => memory.use().lentBytes / MB

describe('the threads of snapshots', () => {
  it('borrow their heap while something is open in them, however much that is', async () => {
    const memory = new MemoryBudget({ limitBytes: 1024 * MB, usedBytes: () => 0 })
    threads = createThreads(pino({ level: 'silent' }), memory)

    const first = await threads.open(...LISTER)
    const one = lentMb(memory)
    const [second, third] = [await threads.open(...LISTER), await threads.open(...LISTER)]
    const two = lentMb(memory)
    for (const session of [first, second, third]) session.close()
    await Promise.resolve()

    expect([one, two, lentMb(memory)]).toEqual([256, 512, 0])
  })

  it('of which one is always given, so that those who hold loans do not wait for each other', async () => {
    const memory = new MemoryBudget({ limitBytes: 1024 * MB, usedBytes: () => 900 * MB })
    threads = createThreads(pino({ level: 'silent' }), memory)

    const session = await threads.open(...LISTER)

    expect(lentMb(memory)).toBe(256)
    session.close()
  })

  it('say that memory is short, and are open to the next', async () => {
    let isShort = true
    const borrow = async () => {
      if (isShort) throw new MemoryShort()
      return () => undefined
    }
    threads = createThreads(pino({ level: 'silent' }), {
      borrow,
      onShort: () => () => undefined,
      limitBytes: 1024 * MB,
    })

    await expect(threads.open(...LISTER)).rejects.toThrow(MemoryShort)
    isShort = false
    const session = await threads.open(...LISTER)

    session.close()
  })
})
