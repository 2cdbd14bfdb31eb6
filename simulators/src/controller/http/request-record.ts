export type RequestKind = 'data' | 'login' | 'refresh' | 'logout' | 'document' | 'other'

/** One line of the request log. */
export type RequestRecord = {
  readonly number: number
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
  readonly at: number
  /** 0 while in flight, or if the connection was closed early. */
  status: number
  bytesSent: number
  durationMs: number
}

export type Counters = {
  requests: number
  bytesSent: number
  /** Bodies before compression. */
  bodyBytes: number
  openSockets: number
  socketsOpened: number
  running: number
  maxConcurrent: number
  logins: number
  failedLogins: number
  refreshes: number
  doubledCookies: number
}

export function newCounters(): Counters {
  return {
    requests: 0,
    bytesSent: 0,
    bodyBytes: 0,
    openSockets: 0,
    socketsOpened: 0,
    running: 0,
    maxConcurrent: 0,
    logins: 0,
    failedLogins: 0,
    refreshes: 0,
    doubledCookies: 0,
  }
}

export function kindOf(path: string): RequestKind {
  if (/^\/api\/(mo\/)?aaaLogin\./.test(path)) return 'login'
  if (path.startsWith('/api/aaaRefresh.')) return 'refresh'
  if (path.startsWith('/api/aaaLogout.')) return 'logout'
  if (/^\/(doc\/jsonmeta|acimeta)\//.test(path)) return 'document'
  return /^\/api\/(node\/)?(class|mo)\b/.test(path) ? 'data' : 'other'
}
