import type { LoggedRequest, TrafficCounters } from '../../shared/request-log.ts'

export type RequestKind = 'data' | 'login' | 'refresh' | 'logout' | 'document' | 'other'

/** One line of the request log. */
export type RequestRecord = LoggedRequest & {
  readonly kind: RequestKind
  readonly method: string
  /** Decoded, without the query. */
  readonly path: string
  /** Decoded query, `name=value&…`; broken escapes stay as sent. */
  readonly query: string
  /** As sent. */
  readonly url: string
  /** How many times the session cookie was sent; anything but 1 on a data request is a client's mistake. */
  readonly cookieCount: number
}

/** What only a controller counts. */
export type ControllerOnlyCounters = {
  bytesSent: number
  /** Bodies before compression. */
  bodyBytes: number
  logins: number
  failedLogins: number
  refreshes: number
  doubledCookies: number
}
export type Counters = TrafficCounters & ControllerOnlyCounters

export function kindOf(path: string): RequestKind {
  if (/^\/api\/(mo\/)?aaaLogin\./.test(path)) return 'login'
  if (path.startsWith('/api/aaaRefresh.')) return 'refresh'
  if (path.startsWith('/api/aaaLogout.')) return 'logout'
  if (/^\/(doc\/jsonmeta|acimeta)\//.test(path)) return 'document'
  return /^\/api\/(node\/)?(class|mo)\b/.test(path) ? 'data' : 'other'
}
