import { FairSlots } from '../../kernel/fair-slots.ts'
import { LARGEST_KEPT_BYTES } from '../memory/memory-budget.ts'
import type { Functions } from './calls.ts'
import type { Thread } from './open-thread.ts'

type Options<Calls extends Functions> = {
  /** Starts a thread; `onEnd` is called once it is gone. */
  readonly open: (onEnd: () => void) => Thread<Calls>
  /** Lends what a thread may take, for as long as somebody has it. It may reject; then nobody gets a thread. */
  readonly borrow: (lane: unknown, signal: AbortSignal) => Promise<GiveBack>
  readonly limits: { readonly total: number; readonly perLane: number }
  /** How many idle threads are kept; the others end after a while. */
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

// Starting a thread takes longer than most calls, so surplus threads stay for a while.
const IDLE_MS = 30_000

/** Threads for work that needs one of its own. Lanes, such as users, take turns while all threads are busy. */
export function createThreadPool<Calls extends Functions>(options: Options<Calls>): ThreadPool<Calls> {
  const { open, borrow, limits, warm, largestKeptBytes = LARGEST_KEPT_BYTES } = options
  type Idle = { readonly thread: Thread<Calls>; readonly since: number }
  const slots = new FairSlots(limits)
  const alive = new Set<Thread<Calls>>()
  const idle: Idle[] = []
  let trimming: NodeJS.Timeout | undefined
  /** Ends every wait. */
  const leaving = new AbortController()
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

  /** Its memory comes back once it is known to have given up what it took. */
  function keep(thread: Thread<Calls>, giveBack: GiveBack): void {
    if (closed || !thread.isOpen()) {
      giveBack()
      return
    }
    const kept = { thread, since: performance.now() }
    idle.push(kept)
    void endIfLarge(kept).finally(giveBack)
    if (idle.length > warm) trimming ??= setTimeout(trim, IDLE_MS).unref()
  }

  /** A thread that waits collects no garbage: what its last call took stays taken for as long as it is kept. */
  async function endIfLarge(kept: Idle): Promise<void> {
    const bytes = await kept.thread.heapBytes()
    const place = idle.indexOf(kept)
    if (bytes <= largestKeptBytes || place < 0) return
    idle.splice(place, 1)
    await kept.thread.close()
  }

  /** The thread released last is reused first, so the first of the list has been idle longest. */
  function trim(): void {
    const limit = performance.now() - IDLE_MS
    while (idle.length > warm && idle[0]!.since <= limit) void idle.shift()!.thread.close()
    trimming = idle.length > warm ? setTimeout(trim, IDLE_MS).unref() : undefined
  }

  return {
    take: async (lane, signal) => {
      const place = await placeFor({ slots, borrow }, lane, AbortSignal.any([signal, leaving.signal]))
      if (!place) return undefined
      const { freeSlot, giveBack } = place
      const thread = idle.pop()?.thread ?? start()
      return {
        thread,
        release: () => {
          keep(thread, giveBack)
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
      clearTimeout(trimming)
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
