import { addAbortListener } from 'node:events'
import { circleOf, isLane, nameOfLane } from './lane.ts'

export type SlotLimits = {
  /** Most slots taken at once; a function where that changes: call `startWaiting` then. */
  readonly total: number | (() => number)
  /** Most of them taken by one lane. */
  readonly perLane: number
}

type Waiter = { readonly weight: number; readonly settle: (hasSlot: boolean) => void }
type SlotLane = { readonly name: unknown; readonly circle: Circle; taken: number; readonly waiting: Waiter[] }
/** Lanes that take turns with each other, in turn order: the users of a group. Any other lane is alone in one. */
type Circle = { readonly name: unknown; readonly lanes: Map<unknown, SlotLane> }

/**
 * Limits what happens at once. Lanes take turns, so that one with a thousand waiters does not hold up another's first;
 * within a lane, waiters keep their order. Users who wait take turns within their group, and groups with each other. A
 * lane gets more than half of the slots only while no lane waits that has less: the next free slot goes to such a lane.
 * Who weighs more takes more slots at once; nobody overtakes the next in turn, so that the heavy get their room, too.
 */
export class FairSlots {
  #limits: SlotLimits
  /** Circles with taken slots or waiters, in turn order. */
  readonly #circles = new Map<unknown, Circle>()
  /** Whether more than there is may be taken at once while nothing else is: else it would wait forever. */
  readonly #mayExceed: () => boolean
  #taken = 0
  #isClosed = false

  constructor({ total = Infinity, perLane = Infinity }: Partial<SlotLimits>, mayExceed = () => false) {
    this.#limits = { total, perLane }
    this.#mayExceed = mayExceed
  }

  get taken(): number {
    return this.#taken
  }

  get waiting(): number {
    let total = 0
    for (const { lanes } of this.#circles.values()) for (const { waiting } of lanes.values()) total += waiting.length
    return total
  }

  takenBy(name: unknown): number {
    const [circle, lane] = placeOf(name)
    return this.#circles.get(circle)?.lanes.get(lane)?.taken ?? 0
  }

  /** New limits: more slots go to those who wait; fewer take none away. */
  resize({ total = Infinity, perLane = Infinity }: Partial<SlotLimits>): void {
    this.#limits = { total, perLane }
    this.startWaiting()
  }

  /** Gives what is free to those who wait. */
  startWaiting(): void {
    while (this.#startNext());
  }

  /**
   * Resolves to a function that releases the slot, or to undefined if the signal fired, or the slots closed, first. The
   * name is that of a lane: the `Lane` of a user, or anything else.
   */
  async acquire(name: unknown, signal: AbortSignal, weight = 1): Promise<(() => void) | undefined> {
    if (signal.aborted || this.#isClosed) return undefined
    const lane = this.#laneOf(name)
    if (!this.#next() && this.#mayTake(lane, weight) && this.#hasRoomFor(weight)) this.#take(lane, weight)
    else if (!(await this.#turn(lane, signal, weight))) return undefined
    return this.#releaser(lane, weight)
  }

  /** Gives no more slots; those who wait get none. */
  close(): void {
    this.#isClosed = true
    for (const { lanes } of this.#circles.values())
      for (const { waiting } of lanes.values()) for (const waiter of waiting.splice(0)) waiter.settle(false)
  }

  #laneOf(name: unknown): SlotLane {
    const [circleName, laneName] = placeOf(name)
    const circle: Circle = this.#circles.get(circleName) ?? { name: circleName, lanes: new Map() }
    this.#circles.set(circleName, circle)
    const lane: SlotLane = circle.lanes.get(laneName) ?? { name: laneName, circle, taken: 0, waiting: [] }
    circle.lanes.set(laneName, lane)
    return lane
  }

  #total(): number {
    const { total } = this.#limits
    return typeof total === 'number' ? total : total()
  }

  #hasRoomFor(weight: number): boolean {
    return this.#taken + weight <= this.#total() || (this.#taken === 0 && this.#mayExceed())
  }

  #mayTake(lane: SlotLane, weight: number): boolean {
    return lane.taken + weight <= this.#limits.perLane
  }

  #take(lane: SlotLane, weight: number): void {
    lane.taken += weight
    this.#taken += weight
  }

  #turn(lane: SlotLane, signal: AbortSignal, weight: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        weight,
        settle: (hasSlot) => {
          listener[Symbol.dispose]()
          resolve(hasSlot)
        },
      }
      const { circle } = lane
      if (![...circle.lanes.values()].some(isWaiting)) moveToEnd(this.#circles, circle)
      if (!isWaiting(lane)) moveToEnd(circle.lanes, lane)
      lane.waiting.push(waiter)
      const listener = addAbortListener(signal, () => {
        lane.waiting.splice(lane.waiting.indexOf(waiter), 1)
        this.#forgetIfEmpty(lane)
        waiter.settle(false)
        // It may have stood before one that fits.
        this.startWaiting()
      })
    })
  }

  #releaser(lane: SlotLane, weight: number): () => void {
    let held = true
    return () => {
      if (!held) return
      held = false
      lane.taken -= weight
      this.#taken -= weight
      this.startWaiting()
      this.#forgetIfEmpty(lane)
    }
  }

  /** The slot passes directly to the next waiter, so that a newcomer cannot take it out of turn. */
  #startNext(): boolean {
    const lane = this.#next()
    if (!lane || !this.#hasRoomFor(lane.waiting[0]!.weight)) return false
    const { weight, settle } = lane.waiting.shift()!
    moveToEnd(this.#circles, lane.circle)
    moveToEnd(lane.circle.lanes, lane)
    this.#take(lane, weight)
    settle(true)
    return true
  }

  #next(): SlotLane | undefined {
    // Most of the time nobody waits, and the total may take a while to find out.
    if (![...this.#circles.values()].some(hasWaiters)) return undefined
    return this.#nextWithin(Math.max(1, Math.floor(this.#total() / 2))) ?? this.#nextWithin(Infinity)
  }

  /** The next lane in turn that has nothing, whatever it asks for, or that would have so much at most. */
  #nextWithin(most: number): SlotLane | undefined {
    for (const { lanes } of this.#circles.values())
      for (const lane of lanes.values()) {
        const [first] = lane.waiting
        if (!first || !this.#mayTake(lane, first.weight)) continue
        if (lane.taken === 0 || lane.taken + first.weight <= most) return lane
      }
    return undefined
  }

  #forgetIfEmpty(lane: SlotLane): void {
    const { circle } = lane
    if (lane.taken > 0 || isWaiting(lane) || circle.lanes.get(lane.name) !== lane) return
    circle.lanes.delete(lane.name)
    if (circle.lanes.size === 0) this.#circles.delete(circle.name)
  }
}

const hasWaiters = ({ lanes }: Circle): boolean => [...lanes.values()].some(isWaiting)
const isWaiting = ({ waiting }: SlotLane): boolean => waiting.length > 0

/** The names of its circle and its own. */
const placeOf = (name: unknown): readonly [circle: unknown, lane: unknown] =>
  isLane(name) ? [circleOf(name), nameOfLane(name)] : [name, name]

/** The last of its turn. */
function moveToEnd<Value extends { readonly name: unknown }>(inTurn: Map<unknown, Value>, value: Value): void {
  inTurn.delete(value.name)
  inTurn.set(value.name, value)
}
