/** One line of the request log. */
export type AutomationRequest = {
  readonly number: number
  readonly method: string
  readonly path: string
  /** As sent. */
  readonly url: string
  /** Ids of the jobs it names, in its path or as `id__in`. */
  readonly jobIds: readonly number[]
  /** Real time. */
  readonly at: number
  /** 0 while in flight, or if the connection was closed early. */
  status: number
  bytesSent: number
  durationMs: number
}

export type AutomationCounters = {
  requests: number
  /** Requests by method and kind: `GET jobs/:id/stdout/`. */
  byKind: Map<string, number>
  byStatus: Map<number, number>
  running: number
  maxConcurrent: number
  openSockets: number
  socketsOpened: number
}

/** The latest requests of one automation server, and its counters since it started. */
export class AutomationLog {
  readonly records: AutomationRequest[] = []
  readonly counters: AutomationCounters = newCounters()
  readonly #length: () => number

  constructor(length: () => number) {
    this.#length = length
  }

  begin(method: string, url: string): AutomationRequest {
    const { counters, records } = this
    const [path = '/'] = url.split('?')
    const record = {
      number: ++counters.requests,
      method,
      path,
      url,
      jobIds: jobIdsOf(url),
      at: Date.now(),
      status: 0,
      bytesSent: 0,
      durationMs: 0,
    }
    records.push(record)
    // Trims rarely, so that a full log does not shift the whole array on every request.
    if (records.length > 2 * this.#length()) records.splice(0, records.length - this.#length())
    count(counters.byKind, `${method} ${kindOf(path)}`)
    counters.running++
    counters.maxConcurrent = Math.max(counters.maxConcurrent, counters.running)
    return record
  }

  sent(record: AutomationRequest, status: number, bytes: number): void {
    Object.assign(record, { status, bytesSent: bytes })
    count(this.counters.byStatus, status)
  }

  end(record: AutomationRequest): void {
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

/** The most requests that began within any second. */
export function busiestSecond(requests: readonly Pick<AutomationRequest, 'at'>[]): number {
  let [most, first] = [0, 0]
  for (const [index, { at }] of requests.entries()) {
    while (requests[first]!.at <= at - 1000) first++
    most = Math.max(most, index - first + 1)
  }
  return most
}

/** The path below the version, with `:id` for numbers. */
function kindOf(path: string): string {
  return path.replace(/^.*\/v2\//, '').replaceAll(/\/\d+(?=\/)/g, '/:id')
}

function jobIdsOf(url: string): number[] {
  const inPath = /\/(?:workflow_)?jobs\/(\d+)\//.exec(url)?.[1]
  const inQuery = /[?&]id__in=([^&]+)/.exec(url)?.[1]?.split(/,|%2C/i)
  return [...(inPath === undefined ? [] : [inPath]), ...(inQuery ?? [])].map(Number)
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function newCounters(): AutomationCounters {
  return {
    requests: 0,
    byKind: new Map(),
    byStatus: new Map(),
    running: 0,
    maxConcurrent: 0,
    openSockets: 0,
    socketsOpened: 0,
  }
}
