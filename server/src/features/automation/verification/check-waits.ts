import type { Clock } from '../../../kernel/clock.ts'
import { SECOND } from '../../../kernel/durations.ts'

/** How long a request waits for the check it asked for. */
const LONGEST_WAIT_MS = 20 * SECOND

/** Requests of this process that wait for the end of a check. */
export class CheckWaits {
  readonly #waiting = new Map<string, () => void>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Resolves when the check has ended, the client is gone, or it takes too long. */
  until(id: string, gone: AbortSignal): { readonly promise: Promise<void>; readonly stop: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = this.#clock.setTimer(resolve, LONGEST_WAIT_MS)
    this.#waiting.set(id, resolve)
    gone.addEventListener('abort', () => resolve(), { once: true })
    return {
      promise,
      stop: () => {
        timer.cancel()
        this.#waiting.delete(id)
      },
    }
  }

  wake(id: string): void {
    this.#waiting.get(id)?.()
  }
}
