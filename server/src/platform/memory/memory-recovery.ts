/** After the largest run is gone, the system gets its memory back bit by bit: so long after the last bit, it has. */
const RECOVERY_MS = 500
/** Where it grows by so much meanwhile, others take more than comes back, and one of them has to end. */
const GROWTH_BYTES = 32 * 1024 * 1024

/** Whether the system is still getting back the memory of a run that was ended. */
export class MemoryRecovery {
  readonly #usedBytes: () => number
  #until = 0
  #lowest = Infinity

  constructor(usedBytes: () => number) {
    this.#usedBytes = usedBytes
  }

  begin(): void {
    this.#lowest = this.#usedBytes()
    this.#until = performance.now() + RECOVERY_MS
  }

  isGoingOn(): boolean {
    const now = performance.now()
    if (now >= this.#until) return false
    const used = this.#usedBytes()
    if (used > this.#lowest + GROWTH_BYTES) this.#until = now
    if (used < this.#lowest) {
      this.#lowest = used
      this.#until = now + RECOVERY_MS
    }
    return now < this.#until
  }
}
