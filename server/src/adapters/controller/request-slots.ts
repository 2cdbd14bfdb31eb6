import { addAbortListener } from 'node:events'

type Waiter = { readonly start: () => void }

/**
 * Limits concurrent requests. Waiting runs take turns, so that one with a thousand queued requests does not hold up
 * another's first; within a run, requests keep their order.
 */
export class RequestSlots {
  readonly #limit: number
  /** In turn order. */
  readonly #lanes = new Map<unknown, Waiter[]>()
  #taken = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get taken(): number {
    return this.#taken
  }

  get waiting(): number {
    return [...this.#lanes.values()].reduce((total, lane) => total + lane.length, 0)
  }

  /** Resolves to a function that releases the slot, or to undefined if the signal fired first. */
  async acquire(run: unknown, signal: AbortSignal): Promise<(() => void) | undefined> {
    if (signal.aborted) return undefined
    if (this.#taken < this.#limit) this.#taken++
    else if (!(await this.#turn(run, signal))) return undefined
    return this.#releaser()
  }

  #turn(run: unknown, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        start: () => {
          listener[Symbol.dispose]()
          resolve(true)
        },
      }
      const lane = this.#lanes.get(run)
      if (lane === undefined) this.#lanes.set(run, [waiter])
      else lane.push(waiter)
      const listener = addAbortListener(signal, () => {
        this.#remove(run, waiter)
        resolve(false)
      })
    })
  }

  #releaser(): () => void {
    let held = true
    return () => {
      if (!held) return
      held = false
      const next = this.#nextWaiter()
      // The slot passes directly to the next waiter, so that a newcomer cannot take it out of turn.
      if (next === undefined) this.#taken--
      else next.start()
    }
  }

  #nextWaiter(): Waiter | undefined {
    const [turn] = this.#lanes
    if (turn === undefined) return undefined
    const [run, lane] = turn
    const waiter = lane.shift()
    this.#lanes.delete(run)
    if (lane.length > 0) this.#lanes.set(run, lane)
    return waiter
  }

  #remove(run: unknown, waiter: Waiter): void {
    const lane = this.#lanes.get(run) ?? []
    lane.splice(lane.indexOf(waiter), 1)
    if (lane.length === 0) this.#lanes.delete(run)
  }
}
