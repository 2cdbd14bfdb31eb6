import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export type ToHealthThread = 'take' | 'stop'
export type FromHealthThread = {
  /** Milliseconds, in the order of the answers. */
  readonly waits: readonly number[]
  readonly faults: readonly string[]
  readonly peakMb: number
  readonly residentMb: number
}

/** What was seen since the last look. Memory is NaN where there is no `/proc`. */
export type Health = {
  readonly asked: number
  readonly p99Ms: number
  readonly longestMs: number
  readonly faults: readonly string[]
  readonly peakMb: number
  readonly residentMb: number
}

export type HealthWatch = { readonly take: () => Promise<Health>; readonly stop: () => Promise<void> }

/** Asks a server for its health forty times a second, and looks at its memory. */
export function watchHealth(url: string, pid: number): HealthWatch {
  const thread = new Worker(new URL('./health-thread.ts', import.meta.url), { workerData: { url, pid } })
  const tell = (message: ToHealthThread): void => thread.postMessage(message)
  return {
    take: async () => {
      tell('take')
      const [taken] = (await once(thread, 'message')) as [FromHealthThread]
      const sorted = taken.waits.toSorted((left, right) => left - right)
      return {
        asked: sorted.length,
        p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
        longestMs: sorted.at(-1) ?? 0,
        faults: [...new Set(taken.faults)],
        peakMb: taken.peakMb,
        residentMb: taken.residentMb,
      }
    },
    stop: async () => {
      tell('stop')
      await once(thread, 'exit')
    },
  }
}
