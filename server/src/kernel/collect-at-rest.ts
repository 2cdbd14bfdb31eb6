import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { collectGarbage } from './collect-garbage.ts'
import { SECOND } from './durations.ts'

type Process = {
  /** The heap with the room that it keeps for more, and what it refers to outside. */
  readonly heldBytes: () => number
  /** The share of the time since the last call in which it was busy. */
  readonly busy: () => number
  readonly collect: () => Promise<void>
}

const MB = 1024 * 1024
export const LOOK_MS = 10 * SECOND
const MOST_BUSY = 0.02
const WORTH_BYTES = 24 * MB

/**
 * Gives memory back while nobody is waiting. V8 collects when it needs room, so a process that rests would keep what
 * its start or its busiest minute has left. Collecting stops the thread for about a tenth of a second.
 */
export function collectAtRest(
  { heldBytes, busy, collect }: Process = thisThread(),
  lookMs: number = LOOK_MS,
): { readonly close: () => void } {
  let heldAfter = 0
  const look = async (): Promise<void> => {
    if (busy() > MOST_BUSY || heldBytes() < heldAfter + WORTH_BYTES) return
    await collect()
    heldAfter = heldBytes()
  }
  // Where that fails, the process is as it was.
  const timer = setInterval(() => void look().catch(() => undefined), lookMs)
  timer.unref()
  return { close: () => clearInterval(timer) }
}

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
