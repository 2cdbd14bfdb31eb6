import { FairSlots } from '../../kernel/fair-slots.ts'
import { LARGEST_KEPT_BYTES } from '../memory/admitted.ts'
import type { Functions } from './calls.ts'
import { IdleThreads } from './idle-threads.ts'
import type { Thread } from './open-thread.ts'

type Options<Calls extends Functions> = {
  /** Starts a thread; `onEnd` is called once it is gone. */
  readonly open: (onEnd: () => void) => Thread<Calls>
  /** Lends what a thread may take, for as long as somebody has it. It may reject; then nobody gets a thread. */
  readonly borrow: (lane: unknown, signal: AbortSignal) => Promise<GiveBack>
  /** Calls it while somebody waits for memory, until what it returns is called. */
  readonly onShort: (giveUp: () => void) => () => void
  readonly limits: { readonly total: number; readonly perLane: number }
  /** How many idle threads are kept; the others end after a while, or as soon as memory is short. */
  readonly warm: number
  /** A thread whose heap has grown beyond it ends instead of being kept. */
  readonly largestKeptBytes?: number
}

type GiveBack = () => void

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
  /**
   * A thread of one's own, and the memory that it may take; undefined if the signal fired, or the pool closed, before
   * one was free. Rejects if there was no memory in time.
   */
  readonly take: (lane: unknown, signal: AbortSignal) => Promise<TakenThread<Calls> | undefined>
  readonly isClosed: () => boolean
  readonly use: () => ThreadUse
  /** Ends every thread, and with it any call in flight. */
  readonly close: () => Promise<void>
}

/** Threads for work that needs one of its own. Lanes, such as users, take turns while all threads are busy. */
export function createThreadPool<Calls extends Functions>(options: Options<Calls>): ThreadPool<Calls> {
  const { open, borrow, onShort, limits, warm, largestKeptBytes = LARGEST_KEPT_BYTES } = options
  const slots = new FairSlots(limits)
  const alive = new Set<Thread<Calls>>()
  const idle = new IdleThreads<Calls>({ warm, largestKeptBytes })
  const stopWatching = onShort(() => idle.endSurplus())
  /** Ends every wait. */
  const leaving = new AbortController()
  let closed = false

  function start(): Thread<Calls> {
    const started = open(() => {
      alive.delete(started)
      idle.remove(started)
    })
    alive.add(started)
    return started
  }

  async function keep(thread: Thread<Calls>): Promise<void> {
    if (!closed && thread.isOpen()) await idle.keep(thread)
  }

  return {
    take: async (lane, signal) => {
      const place = await placeFor({ slots, borrow }, lane, AbortSignal.any([signal, leaving.signal]))
      if (!place) return undefined
      const { freeSlot, giveBack } = place
      const thread = idle.take() ?? start()
      return {
        thread,
        release: () => {
          void keep(thread).finally(giveBack)
          freeSlot()
        },
        // Its slot is free once it is gone, so that there are never more threads than slots.
        discard: () =>
          void thread.close().finally(() => {
            giveBack()
            freeSlot()
          }),
      }
    },
    isClosed: () => closed,
    use: () => ({ limit: limits.total, busy: slots.taken, waiting: slots.waiting }),
    close: async () => {
      closed = true
      stopWatching()
      idle.close()
      slots.close()
      leaving.abort()
      await Promise.all([...alive].map((thread) => thread.close()))
    },
  }
}

type Place = { readonly freeSlot: () => void; readonly giveBack: GiveBack }

/** A slot and memory for the thread in it; undefined if the signal fired, or the slots closed, first. */
async function placeFor(
  { slots, borrow }: { readonly slots: FairSlots; readonly borrow: Options<Functions>['borrow'] },
  lane: unknown,
  signal: AbortSignal,
): Promise<Place | undefined> {
  const freeSlot = await slots.acquire(lane, signal)
  if (!freeSlot) return undefined
  try {
    const giveBack = await borrow(lane, signal)
    if (!signal.aborted) return { freeSlot, giveBack }
    giveBack()
  } catch (error) {
    if (!signal.aborted) {
      freeSlot()
      throw error
    }
  }
  freeSlot()
  return undefined
}
