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
