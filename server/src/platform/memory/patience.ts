import { SECOND } from '../../kernel/durations.ts'

const PATIENCE_MS = SECOND

/** Says that somebody has waited for too long. */
export class Patience {
  #since: number | undefined

  /** To be asked again and again: whether it has been so, whenever it was asked, for a second. */
  isLost(isWaiting: boolean): boolean {
    const now = performance.now()
    this.#since = isWaiting ? (this.#since ?? now) : undefined
    return this.#since !== undefined && now - this.#since >= PATIENCE_MS
  }
}
