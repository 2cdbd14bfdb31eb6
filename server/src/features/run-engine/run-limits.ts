import { availableParallelism } from 'node:os'
import type { Config } from '../../config/config.ts'
import { memoryLimit } from './memory-budget.ts'

const MAX_RUN_HEAP_MB = 2048
const MB = 1024 * 1024
/** A run that waits for its controller needs no processor. */
const MORE_THAN_PROCESSORS = 6

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
    /** Of one run. */
    heapMb: Math.min(MAX_RUN_HEAP_MB, Math.floor(memoryBytes / 2 / MB)),
  }
}
