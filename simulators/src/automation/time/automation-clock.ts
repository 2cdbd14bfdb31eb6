const DEFAULT_START = Date.parse('2026-11-20T10:00:00Z')

/** Timers cannot wait longer; the queue is looked at again then. */
const MAX_TIMER_MS = 2 ** 31 - 1

type Due = { readonly at: number; readonly act: () => void }

/** `real` runs along with real time and can be moved forward; `manual` moves only when it is advanced. */
export type ClockMode = 'real' | 'manual'

/** The server's clock and everything due on it; actions run in order of time, one after the other. */
export class AutomationClock {
  /** How far the times the server writes are ahead; negative when they are behind. */
  skewMs = 0
  readonly #mode: ClockMode
  #offsetMs = 0
  #manualNow: number
  /** The time of the action that runs. */
  #acting: number | undefined
  #queue: Due[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(mode: ClockMode, startAt = DEFAULT_START) {
    this.#mode = mode
    this.#manualNow = startAt
  }

  get now(): number {
    return this.#acting ?? (this.#mode === 'real' ? Date.now() + this.#offsetMs : this.#manualNow)
  }

  schedule(delayMs: number, act: () => void): void {
    const due = { at: this.now + delayMs, act }
    this.#queue.splice(this.#placeFor(due.at), 0, due)
    this.#arm()
  }

  /** Moves the clock and runs what has become due; each action sees the time it was due at. */
  advance(ms: number): void {
    if (this.#mode === 'real') {
      this.#offsetMs += ms
      this.catchUp()
      return
    }
    const end = this.#manualNow + ms
    this.#runUntil(end)
    this.#manualNow = end
  }

  /** Runs what is due by now, so that no request sees an outdated state. */
  catchUp(): void {
    this.#runUntil(this.now)
    this.#arm()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#queue = []
  }

  /** As REST writes it: microseconds and `Z`. */
  stamp(time: number | null): string | null {
    return time === null ? null : new Date(time + this.skewMs).toISOString().replace('Z', '000Z')
  }

  /** As notifications write it: microseconds and `+00:00`. */
  notificationStamp(time: number | null): string | null {
    return this.stamp(time)?.replace('Z', '+00:00') ?? null
  }

  #runUntil(end: number): void {
    for (let next = this.#queue[0]; next && next.at <= end; next = this.#queue[0]) {
      this.#queue.shift()
      this.#acting = next.at
      next.act()
    }
    this.#acting = undefined
  }

  #arm(): void {
    if (this.#mode === 'manual') return
    clearTimeout(this.#timer)
    const next = this.#queue[0]
    if (next)
      this.#timer = setTimeout(() => this.catchUp(), Math.min(MAX_TIMER_MS, Math.max(0, next.at - this.now))).unref()
  }

  /** After everything due at the same time: equal times run in the order they were scheduled. */
  #placeFor(at: number): number {
    let [low, high] = [0, this.#queue.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#queue[middle]!.at <= at) low = middle + 1
      else high = middle
    }
    return low
  }
}
