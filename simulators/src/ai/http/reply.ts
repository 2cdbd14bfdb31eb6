import { nginxPage } from '../../shared/html-pages.ts'

export type Reply = {
  readonly status: number
  readonly type: string
  readonly headers?: Readonly<Record<string, string>>
  /** The events of a stream, or a text as a whole. */
  readonly body: string | readonly string[]
}

export function jsonReply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, type: 'application/json; charset=utf-8', headers, body: JSON.stringify(body) }
}

export function htmlReply(status: number): Reply {
  return { status, type: 'text/html', body: nginxPage(status) }
}
