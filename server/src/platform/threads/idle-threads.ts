import type { Functions } from './calls.ts'
import type { Thread } from './open-thread.ts'

// Starting a thread takes longer than most calls, so surplus threads stay for a while.
const IDLE_MS = 30_000

type Terms = {
  /** How many are kept; the others end after a while. */
  readonly warm: number
  /** A thread whose heap has grown beyond it ends instead of being kept. */
  readonly largestKeptBytes: number
}

/** Threads of a pool that wait for work. */
export class IdleThreads<Calls extends Functions> {
  readonly #terms: Terms
  /** The one released last is reused first, so the first has been idle longest. */
  readonly #idle: { readonly thread: Thread<Calls>; readonly since: number }[] = []
  #trimming: NodeJS.Timeout | undefined

  constructor(terms: Terms) {
    this.#terms = terms
  }

  take(): Thread<Calls> | undefined {
    return this.#idle.pop()?.thread
  }

  /** Resolves once the thread has given up what it took, or is gone. */
  async keep(thread: Thread<Calls>): Promise<void> {
    this.#idle.push({ thread, since: performance.now() })
    if (this.#idle.length > this.#terms.warm) this.#trimming ??= setTimeout(() => this.#trim(), IDLE_MS).unref()
    // A thread that waits collects no garbage: what its last call took stays taken for as long as it is kept.
    if (thread.usageAtRest().heapBytes > this.#terms.largestKeptBytes && this.remove(thread)) await thread.close()
  }

  /** Whether it was idle. */
  remove(thread: Thread<Calls>): boolean {
    const place = this.#idle.findIndex((kept) => kept.thread === thread)
    if (place >= 0) this.#idle.splice(place, 1)
    return place >= 0
  }

  /** Ends those that need not be kept and have been idle since before then; all of them unless given. */
  endSurplus(before = Infinity): void {
    const idle = this.#idle
    while (idle.length > this.#terms.warm && idle[0]!.since <= before) void idle.shift()!.thread.close()
  }

  close(): void {
    clearTimeout(this.#trimming)
  }

  #trim(): void {
    this.endSurplus(performance.now() - IDLE_MS)
    this.#trimming = this.#idle.length > this.#terms.warm ? setTimeout(() => this.#trim(), IDLE_MS).unref() : undefined
  }
}
