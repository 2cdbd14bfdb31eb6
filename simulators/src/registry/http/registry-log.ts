/** One line of the request log. */
export type RegistryRequest = {
  readonly number: number
  readonly method: string
  readonly path: string
  /** `latest`, if the path contains a version. */
  readonly version: string | undefined
  /** `fv:BD`, if the path is that of a class document. */
  readonly className: string | undefined
  readonly acceptsGzip: boolean
  readonly at: number
  /** 0 while in flight, or if the connection was closed early. */
  status: number
  /** Whether the answer was compressed. */
  isGzip: boolean
  bytesSent: number
  durationMs: number
}

export type RegistryCounters = {
  requests: number
  /** Requests by path. */
  byPath: Map<string, number>
  /** Answers by status. */
  byStatus: Map<number, number>
  gzip: number
  identity: number
  bytesSent: number
  running: number
  maxConcurrent: number
  openSockets: number
  socketsOpened: number
}

type Beginning = Pick<RegistryRequest, 'method' | 'path' | 'version' | 'className' | 'acceptsGzip'>

/** The latest requests of one registry, and its counters since it started. */
export class RegistryLog {
  readonly records: RegistryRequest[] = []
  readonly counters: RegistryCounters = newCounters()
  readonly #length: () => number

  constructor(length: () => number) {
    this.#length = length
  }

  begin(beginning: Beginning): RegistryRequest {
    const { counters, records } = this
    const record: RegistryRequest = {
      ...beginning,
      number: ++counters.requests,
      at: Date.now(),
      status: 0,
      isGzip: false,
      bytesSent: 0,
      durationMs: 0,
    }
    records.push(record)
    // Trims rarely, so that a full log does not shift the whole array on every request.
    if (records.length > 2 * this.#length()) records.splice(0, records.length - this.#length())
    counters.byPath.set(record.path, (counters.byPath.get(record.path) ?? 0) + 1)
    counters.running++
    counters.maxConcurrent = Math.max(counters.maxConcurrent, counters.running)
    return record
  }

  sent(record: RegistryRequest, status: number, bytes: number, isGzip: boolean): void {
    Object.assign(record, { status, isGzip, bytesSent: bytes })
    this.counters[isGzip ? 'gzip' : 'identity']++
    this.counters.bytesSent += bytes
    this.counters.byStatus.set(status, (this.counters.byStatus.get(status) ?? 0) + 1)
  }

  end(record: RegistryRequest): void {
    this.counters.running--
    record.durationMs = Date.now() - record.at
  }

  /** Clears the log and resets all counters except those of requests in flight and open sockets. */
  reset(): void {
    const { openSockets, running } = this.counters
    this.records.length = 0
    Object.assign(this.counters, newCounters(), { openSockets, running })
  }
}

function newCounters(): RegistryCounters {
  return {
    requests: 0,
    byPath: new Map(),
    byStatus: new Map(),
    gzip: 0,
    identity: 0,
    bytesSent: 0,
    running: 0,
    maxConcurrent: 0,
    openSockets: 0,
    socketsOpened: 0,
  }
}
