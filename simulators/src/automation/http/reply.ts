import { nginxPage } from '../../shared/html-pages.ts'

export type Reply = {
  readonly status: number
  readonly type: string
  readonly headers?: Readonly<Record<string, string>>
  /** Pieces for a download: sent as the client takes them. */
  readonly body: string | Iterable<string>
}

export function jsonReply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, type: 'application/json', headers, body: JSON.stringify(body) }
}

export function emptyReply(status: number): Reply {
  return { status, type: 'application/json', body: '' }
}

export function detailReply(status: number, detail: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return jsonReply(status, { detail }, headers)
}

export function textReply(body: string | Iterable<string>, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status: 200, type: 'text/plain; charset=utf-8', headers, body }
}

export function htmlReply(status: number, body = nginxPage(status)): Reply {
  return { status, type: 'text/html; charset=utf-8', body }
}
