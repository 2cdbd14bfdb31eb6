import type { Clock } from '../../kernel/clock.ts'
import { MINUTE, SECOND } from '../../kernel/durations.ts'

const FIRST_MS = 5 * SECOND
const LONGEST_MS = MINUTE

/**
 * Tasks that could not be fired. Each waits, so that it does not hold up others, and twice as long after each failure:
 * the fault may lie in the task and last, or in the database and be over in seconds.
 */
export class SetAside {
  readonly #clock: Clock
  readonly #tasks = new Map<string, { readonly until: number; readonly waitMs: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(id: string): void {
    const waitMs = Math.min(2 * (this.#tasks.get(id)?.waitMs ?? FIRST_MS / 2), LONGEST_MS)
    this.#tasks.set(id, { until: this.#now() + waitMs, waitMs })
  }

  /** Those that still wait. A task that was not tried again long after its wait has fired elsewhere, or is gone. */
  ids(): string[] {
    const now = this.#now()
    for (const [id, { until }] of this.#tasks) if (until + LONGEST_MS <= now) this.#tasks.delete(id)
    return [...this.#tasks].filter(([, { until }]) => until > now).map(([id]) => id)
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}
