import type { Address } from './read-request.ts'
import { kindOf, newCounters, type Counters, type RequestRecord } from './request-record.ts'

/** The latest requests of one controller, and its counters since it started. */
export class RequestLog {
  readonly records: RequestRecord[] = []
  readonly counters: Counters = newCounters()
  readonly #length: () => number

  constructor(length: () => number) {
    this.#length = length
  }

  begin(method: string, url: string, address: Address | undefined, cookieCount: number, now: number): RequestRecord {
    const path = address?.path ?? url
    const record: RequestRecord = {
      number: ++this.counters.requests,
      kind: kindOf(path),
      method,
      path,
      query: address?.query ?? '',
      url,
      cookieCount,
      at: now,
      status: 0,
      bytesSent: 0,
      durationMs: 0,
    }
    this.#keep(record)
    this.counters.running++
    this.counters.maxConcurrent = Math.max(this.counters.maxConcurrent, this.counters.running)
    if (cookieCount > 1) this.counters.doubledCookies++
    this.#started.set(record, performance.now())
    return record
  }

  sent(record: RequestRecord, bodyBytes: number, bytes: number): void {
    record.bytesSent = bytes
    this.counters.bytesSent += bytes
    this.counters.bodyBytes += bodyBytes
  }

  end(record: RequestRecord): void {
    this.counters.running--
    record.durationMs = Math.round(performance.now() - (this.#started.get(record) ?? 0))
  }

  /** Clears the log and resets all counters except those of requests in flight and open sockets. */
  reset(): void {
    const { openSockets, running } = this.counters
    this.records.length = 0
    Object.assign(this.counters, newCounters(), { openSockets, running })
  }

  readonly #started = new WeakMap<RequestRecord, number>()

  #keep(record: RequestRecord): void {
    this.records.push(record)
    const excess = this.records.length - this.#length()
    if (excess > 0) this.records.splice(0, excess)
  }
}
