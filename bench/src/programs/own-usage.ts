export type Usage = {
  readonly ms: number
  /** Of all threads of this process. */
  readonly cpuMs: number
  /** The most memory this process has had since its start. */
  readonly peakMb: number
  readonly rows: number
}

/** Runs the work once, with the garbage of the run before it out of the way. */
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

/** What objects and buffers hold now, garbage collected, and what the process has of the machine, which it hardly ever gives back. */
export function readMemory(): Memory {
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heldMb: (heapUsed + external) / 1024 ** 2, residentMb: rss / 1024 ** 2 }
}
