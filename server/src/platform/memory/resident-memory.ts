import { memoryUsage } from 'node:process'

/** In this time, a thread that is busy filling memory takes some megabytes. */
const HOLDS_MS = 5

let readAt = -Infinity
let read = 0

/**
 * The memory that this process has of the system. It is asked for several times by each run, and reading it takes a
 * tenth of a millisecond and more: what was read a moment ago will do.
 */
export function residentBytes(): number {
  const now = performance.now()
  if (now - readAt >= HOLDS_MS) {
    read = memoryUsage.rss()
    readAt = now
  }
  return read
}
