import { type Place, real, setOutside } from '../virtual/take-over-node.ts'
import { createRandom, hashOf, type Random } from '../virtual/random.ts'
import { type Owner, Timeline } from '../virtual/timeline.ts'

const START = Date.parse('2026-03-02T03:28:40Z')
const KEPT_EVENTS = 40
/** Of a whole world: most have a tenth. */
const MOST_EVENTS = 100_000
/** No await of a world takes so long in real time: something waits for the real world. */
const LONGEST_WAIT_MS = 60_000

/** One world: what time it is, what happens next, and what happened last in each process. */
export class World {
  readonly random: Random
  readonly timeline: Timeline
  /** Everything that happened, as one number: two worlds with the same one are the same. */
  fingerprint = 0
  /** Work under way that the timeline does not know: the database's own awaits. */
  busy = 0
  readonly history: string[] = []
  readonly #events = new Map<string, string[]>()
  readonly #faults: string[] = []

  constructor(seed: number) {
    this.random = createRandom(seed)
    this.timeline = new Timeline(START, this.random.fork('order'))
  }

  get elapsedMs(): number {
    return this.timeline.now - START
  }

  /** Where the world's own code runs: its clock is right. */
  enter(): void {
    const outside: Owner = { name: 'world', isDead: () => false }
    const random = this.random.fork('outside')
    const place: Place = {
      owner: outside,
      now: () => this.timeline.now,
      monotonic: () => this.elapsedMs,
      after: (ms, task) => this.timeline.after(ms, outside, task),
      random,
    }
    setOutside(place)
  }

  note(who: string, what: string): void {
    this.fingerprint = hashOf(`${this.fingerprint} ${this.timeline.now} ${who} ${what}`)
    const events = this.#events.get(who) ?? []
    this.#events.set(who, events)
    const event = `${(this.elapsedMs / 1000).toFixed(3).padStart(9)} ${who}: ${what}`
    this.history.push(event)
    events.push(event)
    if (events.length > KEPT_EVENTS) events.shift()
  }

  /** The last events, by process. */
  lastEvents(): string {
    return [...this.#events.values()].flat().join('\n')
  }

  /** Something that must never be. */
  fault(what: string): void {
    this.note('invariant', what)
    this.#faults.push(`${what} (after ${(this.elapsedMs / 1000).toFixed(3)} s)`)
  }

  get faults(): readonly string[] {
    return this.#faults
  }

  /** Lets everything happen that is due until then, or until something must never be. */
  async run(untilMs: number, alsoStop: () => boolean = () => false): Promise<void> {
    await this.settle()
    while (this.#faults.length === 0 && !alsoStop() && this.timeline.step(START + untilMs)) {
      await this.settle()
      if (this.timeline.steps > MOST_EVENTS) this.fault('something happens again and again')
    }
  }

  /** Until all that runs waits for the timeline. */
  async settle(): Promise<void> {
    const since = real.performanceNow()
    do {
      await new Promise<void>((resolve) => real.setImmediate(resolve))
      if (real.performanceNow() - since > LONGEST_WAIT_MS) throw new Error('the world waits for something real')
    } while (this.busy > 0)
  }
}
