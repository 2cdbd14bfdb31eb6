import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { collectGarbage } from './collect-garbage.ts'
import { SECOND } from './durations.ts'
import { openMemoryTrim } from './trim-memory.ts'

type Process = {
  /** The heap with the room that it keeps for more, and what it refers to outside. */
  readonly heldBytes: () => number
  /** The share of the time since the last call in which it was busy. */
  readonly busy: () => number
  readonly mostBusy?: number
  readonly collect: () => Promise<void>
}

const MB = 1024 * 1024
export const LOOK_MS = 10 * SECOND
const MOST_BUSY = 0.02
/** For what takes a few milliseconds. */
const MOST_BUSY_TO_TRIM = 0.3
const WORTH_BYTES = 24 * MB
const AGAIN_MS = 2 * SECOND

/**
 * Gives memory back while nobody is waiting. V8 collects when it needs room, so a process that rests would keep what
 * its start or its busiest minute has left. Collecting stops the thread for about a tenth of a second.
 */
export function collectAtRest(
  { heldBytes, busy, mostBusy = MOST_BUSY, collect }: Process = thisThread(),
  lookMs: number = LOOK_MS,
): { readonly close: () => void } {
  let heldAfter = 0
  const look = async (): Promise<void> => {
    if (busy() > mostBusy || heldBytes() < heldAfter + WORTH_BYTES) return
    await collect()
    heldAfter = heldBytes()
  }
  // Where that fails, the process is as it was.
  const timer = setInterval(() => void look().catch(() => undefined), lookMs)
  timer.unref()
  return { close: () => clearInterval(timer) }
}

/**
 * The same for the whole process, whose native memory belongs to no thread: it is given back after each collection, and
 * whenever the process has grown, also while it works a little. `onShort` calls while somebody waits for memory, which
 * is when what is free already has to be seen to be free.
 */
export function collectProcessAtRest(onShort: (giveUp: () => void) => unknown): void {
  const trim = openMemoryTrim()
  if (!trim) {
    collectAtRest()
    return
  }
  const native = nativeMemory(trim)
  const collect = async (): Promise<void> => {
    await collectGarbage()
    await native.collect()
  }
  collectAtRest({ ...thisThread(), collect })
  collectAtRest(native)
  onShort(nowAndThen(native))
}

/** @internal for its test: may be called all the time. */
export function nowAndThen({ heldBytes, collect }: Pick<Process, 'heldBytes' | 'collect'>): () => void {
  let collectedAt = -Infinity
  return () => {
    const now = performance.now()
    if (now < collectedAt + AGAIN_MS || heldBytes() < WORTH_BYTES) return
    collectedAt = now
    void collect()
  }
}

type Resident = Pick<Process, 'busy'> & { readonly residentBytes: () => number }

/** @internal for its test: grows by what the process has come to hold since it held least. */
export function nativeMemory(trim: () => void, { busy, residentBytes }: Resident = thisProcess()): Process {
  // Before the first time, all of it may be worth it.
  let leastBytes = 0
  return {
    busy,
    mostBusy: MOST_BUSY_TO_TRIM,
    heldBytes: () => {
      const bytes = residentBytes()
      leastBytes = Math.min(leastBytes, bytes)
      return bytes - leastBytes
    },
    collect: async () => {
      trim()
      leastBytes = residentBytes()
    },
  }
}

const thisProcess = (): Resident => ({ ...thisThread(), residentBytes: () => process.memoryUsage.rss() })

function thisThread(): Process {
  let before = performance.eventLoopUtilization()
  return {
    heldBytes: () => {
      const { total_heap_size: heap, external_memory: outside } = getHeapStatistics()
      return heap + outside
    },
    busy: () => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
    collect: collectGarbage,
  }
}
