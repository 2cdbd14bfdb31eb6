import type { ClientRequest } from './call.ts'
import { errorOf } from './heddle-error.ts'

const HEADER = 'idempotency-key'
const CONFLICT = 409

export const keyOf = ({ headers = {} }: ClientRequest): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === HEADER)?.[1]

/** With a new key, unless the caller has given one. */
export function withKey(request: ClientRequest): ClientRequest {
  if (keyOf(request) !== undefined) return request
  return { ...request, headers: { ...request.headers, [HEADER]: newKey() } }
}

/** The request was sent before, and its answer was lost while it ran on. */
export async function isStillRunning(response: Response): Promise<boolean> {
  if (response.status !== CONFLICT) return false
  return (await errorOf(response.clone())).code === 'in_progress'
}

/** Not `randomUUID`, which browsers have only on pages that came by https. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
