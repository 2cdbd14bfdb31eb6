import { existsSync, readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Such a thread gets about a tenth of what a usual one gets while both want the same processor. */
const NICENESS = 10

/**
 * Leaves the processors to the server: callers and controllers are on other machines, where they take nothing from it.
 * Concerns the threads that the process has by now, and what they start; nothing where threads have no priorities.
 */
export function standBack(pid: number, { only }: { readonly only?: 'main thread' } = {}): void {
  const tasks = `/proc/${pid}/task`
  const threads = existsSync(tasks) ? readdirSync(tasks).map(Number) : []
  for (const thread of threads) if (only === undefined || thread === pid) setPriority(thread, NICENESS)
}
