import { getHeapStatistics } from 'node:v8'
import { RunError } from './run-error.ts'

/**
 * Ends a run that uses more of its thread's heap than it may. Asked between pages and steps, while there is still room: a
 * thread that runs out of heap inside native code (parsing one page is) takes the whole process along.
 */
export function checkMemory(maxHeapBytes: number): void {
  if (getHeapStatistics().used_heap_size <= maxHeapBytes) return
  throw new RunError({
    reason: 'too_big',
    message: 'The run needs more memory than it may use: narrow it with filters, a scope or fewer properties.',
  })
}

/** The hard limit of a thread, in MB: what a run may use, and ample room for one page or one step beyond it. */
export const hardLimitMb = (maxHeapMb: number): number => Math.ceil(maxHeapMb * 1.5 + 512)
