import type { FuzzRequest } from './generate-requests.ts'

export type FuzzAnswer = { readonly status: number; readonly requestId: string | null; readonly text: string }

/** What is wrong with an answer; undefined if it is as documented. */
export function faultOf({ status, requestId, text }: FuzzAnswer): string | undefined {
  if (requestId === null) return `${status} without X-Request-ID`
  if (status >= 500 && status !== 503) return `${status}: ${text.slice(0, 300)}`
  if (status >= 400 && !isDocumented(status, text)) return `${status} of an undocumented shape: ${text.slice(0, 300)}`
  return undefined
}

/** A 400 is an object of field to messages, all else has a `detail`. */
function isDocumented(status: number, text: string): boolean {
  const body = parse(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  if (status !== 400) return 'detail' in body && typeof body.detail === 'string'
  return Object.values(body).every(
    (messages) => Array.isArray(messages) && messages.every((message) => typeof message === 'string'),
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Enough to repeat a request by hand. */
export const describeRequest = ({ method, path, headers, body }: FuzzRequest): string =>
  [method, path.slice(0, 500), headers['content-type'], body?.slice(0, 1_000)]
    .filter((part) => part !== undefined)
    .join(' ')
