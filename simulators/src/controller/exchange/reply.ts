import { ControllerProblem } from '../problem/controller-problem.ts'
import { nginxPage } from '../../shared/html-pages.ts'

/** An answer before compression and wire faults. */
export type Reply = {
  readonly status: number
  readonly type: 'application/json' | 'text/html'
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  /** Objects read and written, which determine the simulated duration. */
  readonly work?: number
}

export function jsonReply(body: string, more: Pick<Reply, 'headers' | 'work'> = {}): Reply {
  return { status: 200, type: 'application/json', body, ...more }
}

export function htmlReply(status: number, body = nginxPage(status)): Reply {
  return { status, type: 'text/html', body }
}

/** Errors use the same envelope as data; their totalCount is always "1". */
export function errorReply(status: number, code: string, text: string): Reply {
  return {
    status,
    type: 'application/json',
    body: JSON.stringify({ totalCount: '1', imdata: [{ error: { attributes: { code, text } } }] }),
  }
}

export function problemReply(error: unknown): Reply {
  if (error instanceof ControllerProblem) return errorReply(error.status, error.code, error.message)
  throw error
}

export function envelope(totalCount: number, items: readonly string[], subscriptionId?: string): string {
  const subscription = subscriptionId === undefined ? '' : `,"subscriptionId":"${subscriptionId}"`
  return `{"totalCount":"${totalCount}"${subscription},"imdata":[${items.join(',')}]}`
}

export const EMPTY = '{"totalCount":"0","imdata":[]}'
