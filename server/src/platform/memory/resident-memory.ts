import { memoryUsage } from 'node:process'

/** In this time, a thread that is busy filling memory takes some megabytes. */
const HOLDS_MS = 5

/**
 * The memory that this process has of the system. It is asked for several times by each run, and reading it takes a
 * tenth of a millisecond and more: what was read a moment ago will do.
 */
export const residentBytes = holding(HOLDS_MS, () => memoryUsage.rss())

/** @internal for its test: reads a number anew once it is so old. */
export function holding(ms: number, read: () => number): () => number {
  let held: { readonly value: number; readonly at: number } | undefined
  return () => {
    const now = performance.now()
    if (held === undefined || now - held.at >= ms) held = { value: read(), at: now }
    return held.value
  }
}
