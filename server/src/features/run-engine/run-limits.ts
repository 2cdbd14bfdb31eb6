import { availableParallelism } from 'node:os'
import type { Config } from '../../config/config.ts'
import { memoryLimit } from '../../platform/memory/memory-limit.ts'

const MAX_RUN_HEAP_MB = 2048
const MB = 1024 * 1024
/** A run that waits for its controller needs no processor. */
const MORE_THAN_PROCESSORS = 6

/** What the process takes while nothing runs, with the embedded database. */
const AT_REST_BYTES = 400 * MB

/** Half of what is left beside the process at rest: a colleague's run has to fit beside the largest. */
const shareOfRun = (memoryBytes: number): number => Math.max(memoryBytes / 4, (memoryBytes - AT_REST_BYTES) / 2)

/** What one process may run at a time, as it is set or as the machine allows. */
export function runLimits({ role, limits }: Pick<Config, 'role' | 'limits'>, processors = availableParallelism()) {
  const { backgroundRuns, scheduledRuns, engineThreads, memoryMb } = limits
  const syncRuns = limits.syncRuns ?? processors + MORE_THAN_PROCESSORS
  const memoryBytes = memoryLimit(memoryMb)
  return {
    syncRuns,
    // A worker executes the runs that jobs ask for, too.
    threads: engineThreads ?? syncRuns + (role === 'api' ? 0 : backgroundRuns + scheduledRuns),
    memoryBytes,
    /** Of one run, as is the heap. */
    cpuMs: limits.runCpuMs,
    heapMb: Math.min(MAX_RUN_HEAP_MB, Math.floor(shareOfRun(memoryBytes) / MB)),
  }
}
