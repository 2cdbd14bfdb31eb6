import type { Address } from '../../shared/read-request.ts'
import { RequestLog } from '../../shared/request-log.ts'
import { type ControllerOnlyCounters, kindOf, type RequestRecord } from './request-record.ts'

/** The latest requests of one controller, and its counters since it started. */
export class ControllerLog extends RequestLog<RequestRecord, ControllerOnlyCounters> {
  constructor(length: () => number) {
    super(length, () => ({ bytesSent: 0, bodyBytes: 0, logins: 0, failedLogins: 0, refreshes: 0, doubledCookies: 0 }))
  }

  begin(method: string, url: string, address: Address | undefined, cookieCount: number, now: number): RequestRecord {
    const path = address?.path ?? url
    if (cookieCount > 1) this.counters.doubledCookies++
    const query = address?.query ?? ''
    return this.keep({ ...this.arrival(now), kind: kindOf(path), method, path, query, url, cookieCount })
  }

  sent(record: RequestRecord, bodyBytes: number, bytes: number): void {
    record.bytesSent = bytes
    this.counters.bytesSent += bytes
    this.counters.bodyBytes += bodyBytes
  }
}
