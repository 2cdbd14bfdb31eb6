/** After the largest run is gone, the system gets its memory back bit by bit: so long after the last bit, it has. */
const RECOVERY_MS = 500

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
    if (used < this.#lowest) {
      this.#lowest = used
      this.#until = now + RECOVERY_MS
    }
    return true
  }
}
