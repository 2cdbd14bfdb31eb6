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
  /** How many times as long as on a free processor a thread needs for some work, at the median: the machine itself. */
  readonly slowness: number
  readonly faults: readonly string[]
  readonly peakMb: number
  readonly residentMb: number
}

export type HealthWatch = { readonly take: () => Promise<Health>; readonly stop: () => Promise<void> }

const inOrder = (values: readonly number[]): readonly number[] => values.toSorted((left, right) => left - right)
const median = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 1
const p99 = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length * 0.99)] ?? 0

/** Asks a server for its health forty times a second, and looks at its memory. */
export function watchHealth(url: string, pid: number): HealthWatch {
  const thread = new Worker(new URL('./health-thread.ts', import.meta.url), { workerData: { url, pid } })
  const worker = new Worker(new URL('./slowness-thread.ts', import.meta.url))
  const tell = (message: ToHealthThread): void => {
    thread.postMessage(message)
    worker.postMessage(message)
  }
  return {
    take: async () => {
      tell('take')
      const answers = await Promise.all([once(thread, 'message'), once(worker, 'message')])
      const [[taken], [ratios]] = answers as [[FromHealthThread], [readonly number[]]]
      const sorted = inOrder(taken.waits)
      return {
        slowness: median(inOrder(ratios)),
        asked: sorted.length,
        p99Ms: p99(sorted),
        longestMs: sorted.at(-1) ?? 0,
        faults: [...new Set(taken.faults)],
        peakMb: taken.peakMb,
        residentMb: taken.residentMb,
      }
    },
    stop: async () => {
      tell('stop')
      await Promise.all([once(thread, 'exit'), once(worker, 'exit')])
    },
  }
}
