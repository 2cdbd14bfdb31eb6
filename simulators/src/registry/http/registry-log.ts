import { countUp, type LoggedRequest, RequestLog, type TrafficCounters } from '../../shared/request-log.ts'

/** One line of the request log. */
export type RegistryRequest = LoggedRequest & {
  readonly method: string
  readonly path: string
  /** `latest`, if the path contains a version. */
  readonly version: string | undefined
  /** `fv:BD`, if the path is that of a class document. */
  readonly className: string | undefined
  readonly acceptsGzip: boolean
  /** Whether the answer was compressed. */
  isGzip: boolean
}

type OwnCounters = {
  /** Requests by path. */
  byPath: Map<string, number>
  /** Answers by status. */
  byStatus: Map<number, number>
  gzip: number
  identity: number
  bytesSent: number
}
export type RegistryCounters = TrafficCounters & OwnCounters

type Beginning = Pick<RegistryRequest, 'method' | 'path' | 'version' | 'className' | 'acceptsGzip'>

/** The latest requests of one registry, and its counters since it started. */
export class RegistryLog extends RequestLog<RegistryRequest, OwnCounters> {
  constructor(length: () => number) {
    super(length, () => ({ byPath: new Map(), byStatus: new Map(), gzip: 0, identity: 0, bytesSent: 0 }))
  }

  begin(beginning: Beginning): RegistryRequest {
    countUp(this.counters.byPath, beginning.path)
    return this.keep({ ...this.arrival(), ...beginning, isGzip: false })
  }

  sent(record: RegistryRequest, status: number, bytes: number, isGzip: boolean): void {
    Object.assign(record, { status, isGzip, bytesSent: bytes })
    this.counters[isGzip ? 'gzip' : 'identity']++
    this.counters.bytesSent += bytes
    countUp(this.counters.byStatus, status)
  }
}
