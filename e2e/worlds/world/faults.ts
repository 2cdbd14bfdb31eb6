import type { WorldFaults } from './open-worlds.ts'
import type { World } from './world.ts'

/** What goes wrong, and how much: a shrunk world has less of it. */
export type FaultKind = 'database' | 'cache' | 'network' | 'kill' | 'clock' | 'stop' | 'disk'
export const FAULT_KINDS: readonly FaultKind[] = ['database', 'cache', 'network', 'kill', 'clock', 'stop', 'disk']

type Weather = { slow: number; breaking: number; lossy: number; cacheAway: boolean; wire: number; full: number }
const FAIR: Weather = { slow: 0, breaking: 0, lossy: 0, cacheAway: false, wire: 0, full: 0 }
const CHANGES_MS = 5_000

/** Faults come and go like the weather, until the world heals. */
export class Faults implements WorldFaults {
  readonly #world: World
  readonly #allowed: ReadonlySet<FaultKind>
  readonly #random
  #weather: Weather = FAIR
  #isHealed = true
  /** When the cache was last away, for promises that hold only with it. */
  cacheAwayAt = -Infinity

  constructor(world: World, allowed: ReadonlySet<FaultKind>) {
    this.#world = world
    this.#allowed = allowed
    this.#random = world.random.fork('weather')
  }

  begin(): void {
    this.#isHealed = false
    this.#change()
  }

  heal(): void {
    this.#isHealed = true
    this.#weather = FAIR
  }

  #change(): void {
    if (this.#isHealed) return
    const random = this.#random
    const often = (kind: FaultKind, chance: number): boolean => random.chance(chance) && this.#allowed.has(kind)
    this.#weather = {
      slow: often('database', 0.25) ? random.pick([50, 400, 3_000]) : 0,
      breaking: often('database', 0.3) ? random.pick([0.01, 0.05, 0.3, 1]) : 0,
      lossy: often('cache', 0.3) ? random.pick([0.2, 1]) : 0,
      cacheAway: often('cache', 0.15),
      wire: often('network', 0.4) ? random.pick([0.1, 0.5]) : 0,
      full: often('disk', 0.15) ? random.pick([0.05, 0.3, 1]) : 0,
    }
    if (this.#weather.cacheAway) this.cacheAwayAt = this.#world.elapsedMs + CHANGES_MS
    this.#world.note('weather', JSON.stringify(this.#weather))
    this.#world.timeline.after(CHANGES_MS, { name: 'weather', isDead: () => this.#isHealed }, () => this.#change())
  }

  latencyMs = (): number => {
    const { slow } = this.#weather
    return 0.2 + this.#random.next() * (slow > 0 ? slow : 2)
  }

  breaks = (): 'no' | 'before' | 'after' => {
    const { breaking } = this.#weather
    if (breaking === 0 || !this.#random.chance(breaking)) return 'no'
    return this.#random.chance(0.5) ? 'before' : 'after'
  }

  /** Only what needs a new page fails, which depends on how full the last one is. */
  isDiskFull = (): boolean => this.#weather.full > 0 && this.#random.chance(this.#weather.full)

  isCacheAway = (): boolean => this.#weather.cacheAway

  losesMessage = (): boolean => this.#weather.lossy > 0 && this.#random.chance(this.#weather.lossy)

  wireBreaks = (): 'no' | 'before' | 'after' | 'twice' => {
    const { wire } = this.#weather
    return wire > 0 && this.#random.chance(wire) ? this.#random.pick(['before', 'after', 'twice'] as const) : 'no'
  }

  /** A peer that takes the request and is never heard of again. */
  isSilent = (): boolean => this.#weather.wire > 0 && this.#random.chance(this.#weather.wire / 3)
}
