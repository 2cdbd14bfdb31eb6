import { getHeapStatistics } from 'node:v8'
import { RunError } from './run-error.ts'

/**
 * Reports what a run uses of its thread's heap, and ends it if that is more than it may. Called between pages and
 * steps, while there is still room: a thread that runs out of heap inside native code takes the whole process down.
 */
export function checkMemory(maxHeapBytes: number, report: (bytes: number) => void = () => undefined): void {
  const { used_heap_size: used, total_heap_size: total } = getHeapStatistics()
  report(total)
  if (used <= maxHeapBytes) return
  const message = 'The run exceeded its memory limit: narrow it with filters, a scope or fewer properties.'
  throw new RunError({ reason: 'too_big', message }, { isCeiling: true })
}

/** The hard limit of a thread, in MB: what a run may use, plus ample room for one more page or step. */
export const hardLimitMb = (maxHeapMb: number): number => Math.ceil(maxHeapMb * 1.5 + 512)
