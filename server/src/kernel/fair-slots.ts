import { addAbortListener } from 'node:events'

export type SlotLimits = {
  /** Most slots taken at once. */
  readonly total: number
  /** Most of them taken by one lane. */
  readonly perLane: number
}

type Waiter = { readonly settle: (hasSlot: boolean) => void }
type Lane = { taken: number; readonly waiting: Waiter[] }

/**
 * Limits what happens at once. Lanes take turns, so that one with a thousand waiters does not hold up another's first;
 * within a lane, waiters keep their order.
 */
export class FairSlots {
  #limits: SlotLimits
  /** Lanes with taken slots or waiters, in turn order. */
  readonly #lanes = new Map<unknown, Lane>()
  #taken = 0
  #isClosed = false

  constructor({ total = Infinity, perLane = Infinity }: Partial<SlotLimits>) {
    this.#limits = { total, perLane }
  }

  get taken(): number {
    return this.#taken
  }

  get waiting(): number {
    return [...this.#lanes.values()].reduce((total, lane) => total + lane.waiting.length, 0)
  }

  takenBy(name: unknown): number {
    return this.#lanes.get(name)?.taken ?? 0
  }

  /** New limits: more slots go to those who wait; fewer take none away. */
  resize({ total = Infinity, perLane = Infinity }: Partial<SlotLimits>): void {
    this.#limits = { total, perLane }
    while (this.#startNext());
  }

  /** Resolves to a function that releases the slot, or to undefined if the signal fired, or the slots closed, first. */
  async acquire(name: unknown, signal: AbortSignal): Promise<(() => void) | undefined> {
    if (signal.aborted || this.#isClosed) return undefined
    const lane = this.#lanes.get(name) ?? { taken: 0, waiting: [] }
    this.#lanes.set(name, lane)
    if (this.#hasRoomFor(lane)) this.#take(lane)
    else if (!(await this.#turn(name, lane, signal))) return undefined
    return this.#releaser(name, lane)
  }

  /** Gives no more slots; those who wait get none. */
  close(): void {
    this.#isClosed = true
    for (const { waiting } of this.#lanes.values()) for (const waiter of waiting.splice(0)) waiter.settle(false)
  }

  #hasRoomFor(lane: Lane): boolean {
    return this.#taken < this.#limits.total && lane.taken < this.#limits.perLane
  }

  #take(lane: Lane): void {
    lane.taken++
    this.#taken++
  }

  #turn(name: unknown, lane: Lane, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        settle: (hasSlot) => {
          listener[Symbol.dispose]()
          resolve(hasSlot)
        },
      }
      if (lane.waiting.length === 0) this.#moveToEnd(name, lane)
      lane.waiting.push(waiter)
      const listener = addAbortListener(signal, () => {
        lane.waiting.splice(lane.waiting.indexOf(waiter), 1)
        this.#forgetIfEmpty(name, lane)
        waiter.settle(false)
      })
    })
  }

  #releaser(name: unknown, lane: Lane): () => void {
    let held = true
    return () => {
      if (!held) return
      held = false
      lane.taken--
      this.#taken--
      this.#startNext()
      this.#forgetIfEmpty(name, lane)
    }
  }

  /** The slot passes directly to the next waiter, so that a newcomer cannot take it out of turn. */
  #startNext(): boolean {
    for (const [name, lane] of this.#lanes) {
      if (lane.waiting.length === 0 || !this.#hasRoomFor(lane)) continue
      this.#moveToEnd(name, lane)
      this.#take(lane)
      lane.waiting.shift()!.settle(true)
      return true
    }
    return false
  }

  #moveToEnd(name: unknown, lane: Lane): void {
    this.#lanes.delete(name)
    this.#lanes.set(name, lane)
  }

  #forgetIfEmpty(name: unknown, lane: Lane): void {
    if (lane.taken === 0 && lane.waiting.length === 0 && this.#lanes.get(name) === lane) this.#lanes.delete(name)
  }
}
