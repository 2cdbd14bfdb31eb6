import { FairSlots, type SlotLimits } from '../../kernel/fair-slots.ts'
import type { Functions } from './calls.ts'
import type { Thread } from './open-thread.ts'

type Options<Calls extends Functions> = {
  /** Starts a thread; `onEnd` is called once it is gone. */
  readonly open: (onEnd: () => void) => Thread<Calls>
  readonly limits: SlotLimits
  /** How many idle threads are kept; the others end after a while. */
  readonly warm: number
}

export type TakenThread<Calls extends Functions> = {
  readonly thread: Thread<Calls>
  /** For a thread whose calls have all ended: the next in turn may have it. */
  readonly release: () => void
  /** For a thread that may still be at work: ends it. */
  readonly discard: () => void
}

export type ThreadUse = {
  readonly busy: number
  readonly limit: number
  /** Callers that wait for a thread. */
  readonly waiting: number
}

export type ThreadPool<Calls extends Functions> = {
  /** A thread of one's own; undefined if the signal fired, or the pool closed, before one was free. */
  readonly take: (lane: unknown, signal: AbortSignal) => Promise<TakenThread<Calls> | undefined>
  readonly isClosed: () => boolean
  readonly use: () => ThreadUse
  /** Ends every thread, and with it any call in flight. */
  readonly close: () => Promise<void>
}

// Starting a thread takes longer than most calls, so surplus threads stay for a while.
const IDLE_MS = 30_000

/** Threads for work that needs one of its own. Lanes, such as users, take turns while all threads are busy. */
export function createThreadPool<Calls extends Functions>({ open, limits, warm }: Options<Calls>): ThreadPool<Calls> {
  type Idle = { readonly thread: Thread<Calls>; readonly since: number }
  const slots = new FairSlots(limits)
  const alive = new Set<Thread<Calls>>()
  const idle: Idle[] = []
  let trimming: NodeJS.Timeout | undefined
  let closed = false

  function start(): Thread<Calls> {
    const started = open(() => {
      alive.delete(started)
      const place = idle.findIndex(({ thread }) => thread === started)
      if (place >= 0) idle.splice(place, 1)
    })
    alive.add(started)
    return started
  }

  function keep(thread: Thread<Calls>): void {
    if (closed || !thread.isOpen()) return
    idle.push({ thread, since: performance.now() })
    if (idle.length > warm) trimming ??= setTimeout(trim, IDLE_MS).unref()
  }

  /** The thread released last is reused first, so the first of the list has been idle longest. */
  function trim(): void {
    const limit = performance.now() - IDLE_MS
    while (idle.length > warm && idle[0]!.since <= limit) void idle.shift()!.thread.close()
    trimming = idle.length > warm ? setTimeout(trim, IDLE_MS).unref() : undefined
  }

  return {
    take: async (lane, signal) => {
      const freeSlot = await slots.acquire(lane, signal)
      if (!freeSlot || closed) return undefined
      const thread = idle.pop()?.thread ?? start()
      return {
        thread,
        release: () => {
          keep(thread)
          freeSlot()
        },
        // Its slot is free once it is gone, so that there are never more threads than slots.
        discard: () => void thread.close().finally(freeSlot),
      }
    },
    isClosed: () => closed,
    use: () => ({ limit: limits.total, busy: slots.taken, waiting: slots.waiting }),
    close: async () => {
      closed = true
      clearTimeout(trimming)
      slots.close()
      await Promise.all([...alive].map((thread) => thread.close()))
    },
  }
}
