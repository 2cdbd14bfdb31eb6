import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** A thread gets about a third of what the main thread gets while both want the same processor. */
const NICER_BY = 5
const NICEST = 19

/**
 * Makes the thread that calls it give way to the main thread, which answers requests, while there are more busy threads
 * than processors. Linux gives each thread a priority of its own; elsewhere nothing changes.
 */
export function giveWay(): void {
  try {
    // Ends in `<process>/task/<thread>`.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, Math.min(NICEST, getPriority() + NICER_BY))
  } catch {
    // Not Linux, or a sandbox that forbids it: the thread works as before.
  }
}
