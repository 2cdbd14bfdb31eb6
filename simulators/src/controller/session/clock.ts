/** The controller's clock; runs along with the real one and can be moved. */
export class SimulatedClock {
  #offsetMs = 0

  get now(): number {
    return Date.now() + this.#offsetMs
  }

  set now(time: number) {
    this.#offsetMs = time - Date.now()
  }

  advance(ms: number): void {
    this.#offsetMs += ms
  }
}
