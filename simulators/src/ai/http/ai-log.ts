import type { IncomingHttpHeaders } from 'node:http'
import type { AiPrompt, Usage } from '../answers/ai-prompt.ts'
import type { ProviderId } from '../providers.ts'

export type AiPurpose = 'chat' | 'models' | 'key' | 'other'

/** One line of the request log: what a provider would know about its caller. */
export type AiRequest = {
  readonly number: number
  readonly method: string
  /** As sent, with a key in the query masked. */
  readonly url: string
  /** Undefined for an address of nobody. */
  readonly provider: ProviderId | undefined
  readonly purpose: AiPurpose
  /** `responses`, `chat/completions`, `messages`, `generateContent`, `chat`. */
  readonly api: string | undefined
  /** As sent, except for the key. */
  readonly headers: IncomingHttpHeaders
  /** The header the key came in, and whether it is the right one; undefined without a key. */
  readonly key: { readonly header: string; readonly isValid: boolean } | undefined
  /** As sent, parsed; undefined if it is no JSON. */
  readonly body: unknown
  /** Undefined unless it asks a model in a form that can be read. */
  prompt: AiPrompt | undefined
  /** What the model answered, and its count of tokens. */
  answer: string | undefined
  usage: Usage | undefined
  /** Real time. */
  readonly at: number
  /** 0 while in flight, or if the connection was closed early. */
  status: number
  bytesSent: number
  durationMs: number
  /** The connection closed before the answer was complete. */
  isBroken: boolean
}

export type AiCounters = {
  requests: number
  byProvider: Map<string, number>
  byStatus: Map<number, number>
  running: number
  maxConcurrent: number
  openSockets: number
  socketsOpened: number
}

type Arrived = Pick<AiRequest, 'method' | 'url' | 'provider' | 'purpose' | 'api' | 'headers' | 'key' | 'body'>

/** The latest requests of the simulated providers, and their counters since the start. */
export class AiLog {
  readonly records: AiRequest[] = []
  readonly counters: AiCounters = newCounters()
  readonly #length: () => number

  constructor(length: () => number) {
    this.#length = length
  }

  begin(arrived: Arrived): AiRequest {
    const { counters, records } = this
    const unknown = { prompt: undefined, answer: undefined, usage: undefined }
    const unsent = { status: 0, bytesSent: 0, durationMs: 0, isBroken: false }
    const record: AiRequest = { number: ++counters.requests, ...arrived, ...unknown, at: Date.now(), ...unsent }
    records.push(record)
    // Trims rarely, so that a full log does not shift the whole array on every request.
    if (records.length > 2 * this.#length()) records.splice(0, records.length - this.#length())
    count(counters.byProvider, arrived.provider ?? 'nobody')
    counters.running++
    counters.maxConcurrent = Math.max(counters.maxConcurrent, counters.running)
    return record
  }

  sent(record: AiRequest, status: number, bytes: number): void {
    Object.assign(record, { status, bytesSent: bytes })
    count(this.counters.byStatus, status)
  }

  end(record: AiRequest, isBroken: boolean): void {
    this.counters.running--
    Object.assign(record, { durationMs: Date.now() - record.at, isBroken })
  }

  /** Clears the log and resets all counters except those of requests in flight and open sockets. */
  reset(): void {
    const { openSockets, running } = this.counters
    this.records.length = 0
    Object.assign(this.counters, newCounters(), { openSockets, running })
  }
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function newCounters(): AiCounters {
  return {
    requests: 0,
    byProvider: new Map(),
    byStatus: new Map(),
    running: 0,
    maxConcurrent: 0,
    openSockets: 0,
    socketsOpened: 0,
  }
}
