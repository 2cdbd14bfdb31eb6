import { countUp, type LoggedRequest, RequestLog, type TrafficCounters } from '../../shared/request-log.ts'

/** One line of the request log. */
export type AutomationRequest = LoggedRequest & {
  readonly method: string
  readonly path: string
  /** As sent. */
  readonly url: string
  /** Ids of the jobs it names, in its path or as `id__in`. */
  readonly jobIds: readonly number[]
}

type OwnCounters = {
  /** Requests by method and kind: `GET jobs/:id/stdout/`. */
  byKind: Map<string, number>
  byStatus: Map<number, number>
}
export type AutomationCounters = TrafficCounters & OwnCounters

/** The latest requests of one automation server, and its counters since it started. */
export class AutomationLog extends RequestLog<AutomationRequest, OwnCounters> {
  constructor(length: () => number) {
    super(length, () => ({ byKind: new Map(), byStatus: new Map() }))
  }

  begin(method: string, url: string): AutomationRequest {
    const [path = '/'] = url.split('?')
    countUp(this.counters.byKind, `${method} ${kindOf(path)}`)
    return this.keep({ ...this.arrival(), method, path, url, jobIds: jobIdsOf(url) })
  }

  sent(record: AutomationRequest, status: number, bytes: number): void {
    Object.assign(record, { status, bytesSent: bytes })
    countUp(this.counters.byStatus, status)
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
