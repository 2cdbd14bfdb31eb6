import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Why a webhook is not accepted; undefined when one of its signatures holds. As Standard Webhooks 1.0 says. */
export function faultOfSignature(
  headers: IncomingHttpHeaders,
  body: string,
  secret: string,
  nowSeconds: number,
): string | undefined {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return 'not signed'
  if (!(Math.abs(nowSeconds - Number(timestamp)) <= 300)) return 'too old, or of the future'
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  const holds = signatures.split(' ').some((one) => {
    const given = Buffer.from(one.startsWith('v1,') ? one.slice(3) : '', 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return holds ? undefined : 'signed with another secret'
}
