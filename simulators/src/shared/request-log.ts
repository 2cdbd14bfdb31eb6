/** What the log of every simulator knows of a request. */
export type LoggedRequest = {
  readonly number: number
  /** By the simulator's own clock, if it has one. */
  readonly at: number
  /** 0 while in flight, or if the connection was closed early. */
  status: number
  bytesSent: number
  durationMs: number
}

/** What every simulator counts. */
export type TrafficCounters = {
  requests: number
  running: number
  maxConcurrent: number
  openSockets: number
  socketsOpened: number
}

/** The latest requests of one simulator, and its counters since it started. */
export class RequestLog<Entry extends LoggedRequest, Counters extends object> {
  readonly records: Entry[] = []
  readonly counters: TrafficCounters & Counters
  readonly #length: () => number
  readonly #newCounters: () => Counters
  readonly #started = new WeakMap<Entry, number>()

  /** `newCounters` makes those that only this simulator has. */
  constructor(length: () => number, newCounters: () => Counters) {
    this.#length = length
    this.#newCounters = newCounters
    this.counters = { ...noTraffic(), ...newCounters() }
  }

  /** The part of an entry that is the same for all simulators. */
  protected arrival(at = Date.now()): LoggedRequest {
    return { number: this.counters.requests + 1, at, status: 0, bytesSent: 0, durationMs: 0 }
  }

  protected keep(entry: Entry): Entry {
    const { counters, records } = this
    records.push(entry)
    const excess = records.length - this.#length()
    if (excess > 0) records.splice(0, excess)
    counters.requests++
    counters.running++
    counters.maxConcurrent = Math.max(counters.maxConcurrent, counters.running)
    this.#started.set(entry, performance.now())
    return entry
  }

  end(entry: Entry): void {
    this.counters.running--
    entry.durationMs = Math.round(performance.now() - (this.#started.get(entry) ?? 0))
  }

  /** Clears the log and resets all counters except those of requests in flight and open sockets. */
  reset(): void {
    const { openSockets, running } = this.counters
    this.records.length = 0
    Object.assign(this.counters, noTraffic(), this.#newCounters(), { openSockets, running })
  }
}

const noTraffic = (): TrafficCounters => ({
  requests: 0,
  running: 0,
  maxConcurrent: 0,
  openSockets: 0,
  socketsOpened: 0,
})

export function countUp<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
