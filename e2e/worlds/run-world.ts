import { checkAlways } from './invariants/always.ts'
import { checkFinally, isQuiet } from './invariants/finally.ts'
import { mailServer, openOutside } from './life/outside-world.ts'
import { People } from './life/people.ts'
import type { Inhabited } from './life/settle-in.ts'
import { FAULT_KINDS, type FaultKind, Faults } from './world/faults.ts'
import type { OpenWorld, Worlds } from './world/open-worlds.ts'
import type { World } from './world/world.ts'
import type { WorldProcess } from './world/world-process.ts'

/** A world, and what a shrunk one leaves out. */
export type WorldOrder = { readonly seed: number; readonly kinds?: readonly FaultKind[]; readonly troubleMs?: number }
export type WorldOutcome = {
  readonly seed: number
  readonly faults: readonly string[]
  readonly fingerprint: number
  readonly steps: number
  readonly elapsedMs: number
  readonly lastEvents: string
  readonly history: readonly string[]
}

export const TROUBLE_MS = 45_000
const LOOK_MS = 5_000
/** So long after trouble, at least: a process that comes back then has made itself at home, and its news have come. */
const QUIET_MS = 10_000
/** Two deaths, each found after half a minute and retried, a run that takes its minute, and sweeps. */
const HEALS_MS = 12 * 60_000

export async function runWorld(worlds: Worlds, inhabited: Inhabited, order: WorldOrder): Promise<WorldOutcome> {
  const { seed, kinds = FAULT_KINDS, troubleMs = TROUBLE_MS } = order
  let faults!: Faults
  const open = worlds.open(
    seed,
    (world) => (faults = new Faults(world, new Set(kinds))),
    (world) => outsideMailer(world, () => faults),
  )
  const { world } = open
  const outside = openOutside(world, open.network, faults)
  const fleet = new Fleet(open, new Set(kinds))
  const people = new People(world, inhabited, () => fleet.processes)
  fleet.begin()
  faults.begin()
  repeat(world, 2_500, troubleMs, () => people.act())
  for (let until = LOOK_MS; until <= troubleMs; until += LOOK_MS) {
    await world.run(until)
    await checkAlways(open)
  }
  faults.heal()
  const healedAt = world.timeline.now
  fleet.heal()
  for (let until = troubleMs; until <= troubleMs + HEALS_MS; until += 2 * LOOK_MS) {
    await world.run(until)
    await checkAlways(open)
    if (world.faults.length > 0 || (until > troubleMs + QUIET_MS && (await isQuiet(open)))) break
  }
  if (world.faults.length === 0 && !open.session.isHeld) await checkFinally(open, people.ledger, outside, healedAt)
  const { fingerprint, elapsedMs, history } = world
  return {
    seed,
    faults: world.faults,
    fingerprint,
    elapsedMs,
    history,
    steps: world.timeline.steps,
    lastEvents: world.lastEvents(),
  }
}

const outsideMailer = (world: World, faultsOf: () => Faults) => mailServer(world, faultsOf()).mailer

function repeat(world: World, everyMs: number, untilMs: number, work: () => void): void {
  const owner = { name: 'people', isDead: () => world.elapsedMs > untilMs }
  const next = (): void => {
    work()
    world.timeline.after(everyMs * (0.2 + 1.6 * world.random.next()), owner, next)
  }
  world.timeline.after(2_000, owner, next)
}

/** The processes of a world: they die, are stopped and started again, and their clocks are wrong. */
class Fleet {
  readonly #open: OpenWorld
  readonly #kinds: ReadonlySet<FaultKind>
  readonly #random
  #processes: WorldProcess[] = []
  #isHealed = false
  #last = 0

  constructor(open: OpenWorld, kinds: ReadonlySet<FaultKind>) {
    this.#open = open
    this.#kinds = kinds
    this.#random = open.world.random.fork('fleet')
  }

  get processes(): readonly WorldProcess[] {
    return this.#processes
  }

  begin(): void {
    const count = 2 + this.#random.below(2)
    for (let index = 0; index < count; index += 1) this.#start()
    this.#disturb()
  }

  /** No more faults; clocks are right again, and whatever is dead comes back. */
  heal(): void {
    this.#isHealed = true
    for (const { clock } of this.#processes) Object.assign(clock, { offsetMs: 0, drift: 0 })
    while (this.#alive().length < 2) this.#start()
  }

  #alive(): WorldProcess[] {
    return this.#processes.filter((one) => !one.isDead())
  }

  #start(): void {
    const process = this.#open.startProcess(`p${(this.#last += 1)}`, this.#kinds.has('clock') ? this.#someClock() : {})
    this.#processes = [...this.#alive(), process]
    process.start().catch((error: unknown) => {
      if (process.isDead()) return
      // A program that cannot start ends, and its supervisor starts it again.
      this.#open.world.note(process.name, `could not start: ${String(error).slice(0, 200)}`)
      process.kill()
      this.#later(this.#isHealed ? 1_000 : 3_000, () => this.#start())
    })
  }

  #someClock(): { offsetMs: number; drift: number } {
    if (this.#isHealed || this.#random.chance(0.6)) return { offsetMs: 0, drift: 0 }
    return { offsetMs: this.#random.below(8_000) - 4_000, drift: (this.#random.next() - 0.5) / 50 }
  }

  #disturb(): void {
    this.#later(3_000 + this.#random.below(25_000), () => {
      if (this.#isHealed) return
      const [victim] = this.#alive().filter(() => this.#random.chance(0.6))
      const kind = this.#random.pick(['kill', 'kill', 'stop', 'clock'] as const)
      if (victim && this.#kinds.has(kind)) this.#strike(victim, kind)
      this.#disturb()
    })
  }

  #strike(victim: WorldProcess, kind: 'kill' | 'stop' | 'clock'): void {
    if (kind === 'clock') {
      victim.clock.offsetMs += this.#random.below(20_000) - 10_000
      this.#open.world.note(victim.name, `its clock jumps to ${victim.clock.offsetMs} ms`)
      return
    }
    if (kind === 'kill') victim.kill()
    else void victim.stop()
    this.#later(500 + this.#random.below(10_000), () => {
      if (this.#alive().length < 3) this.#start()
    })
  }

  #later(ms: number, task: () => void): void {
    this.#open.world.timeline.after(ms, { name: 'fleet', isDead: () => false }, task)
  }
}
