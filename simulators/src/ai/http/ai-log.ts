import type { IncomingHttpHeaders } from 'node:http'
import { countUp, type LoggedRequest, RequestLog, type TrafficCounters } from '../../shared/request-log.ts'
import type { AiPrompt, Usage } from '../answers/ai-prompt.ts'
import type { ProviderId } from '../providers.ts'

export type AiPurpose = 'chat' | 'models' | 'key' | 'other'

/** One line of the request log: what a provider would know about its caller. */
export type AiRequest = LoggedRequest & {
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
  /** The connection closed before the answer was complete. */
  isBroken: boolean
}

type OwnCounters = { byProvider: Map<string, number>; byStatus: Map<number, number> }
export type AiCounters = TrafficCounters & OwnCounters

type Arrived = Pick<AiRequest, 'method' | 'url' | 'provider' | 'purpose' | 'api' | 'headers' | 'key' | 'body'>

/** The latest requests of the simulated providers, and their counters since the start. */
export class AiLog extends RequestLog<AiRequest, OwnCounters> {
  constructor(length: () => number) {
    super(length, () => ({ byProvider: new Map(), byStatus: new Map() }))
  }

  begin(arrived: Arrived): AiRequest {
    countUp(this.counters.byProvider, arrived.provider ?? 'nobody')
    const unknown = { prompt: undefined, answer: undefined, usage: undefined }
    return this.keep({ ...this.arrival(), ...arrived, ...unknown, isBroken: false })
  }

  sent(record: AiRequest, status: number, bytes: number): void {
    Object.assign(record, { status, bytesSent: bytes })
    countUp(this.counters.byStatus, status)
  }
}
