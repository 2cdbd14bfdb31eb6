export type Usage = {
  readonly ms: number
  /** Of all threads in this process. */
  readonly cpuMs: number
  /** Peak memory of this process since it started. */
  readonly peakMb: number
  readonly rows: number
}

/** Runs the work once, after collecting the garbage of the previous run. */
export async function measured(work: () => Promise<number>): Promise<Usage> {
  globalThis.gc?.()
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  const rows = await work()
  const ms = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpu)
  return { ms, cpuMs: (user + system) / 1000, peakMb: process.resourceUsage().maxRSS / 1024, rows }
}

export type Memory = { readonly heldMb: number; readonly residentMb: number }

/** Memory held by objects and buffers after garbage collection, and resident memory, which is rarely given back. */
export function readMemory(): Memory {
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heldMb: (heapUsed + external) / 1024 ** 2, residentMb: rss / 1024 ** 2 }
}
