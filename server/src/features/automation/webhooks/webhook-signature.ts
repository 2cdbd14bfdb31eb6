import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export const SIGNATURE_HEADER = 'x-automation-webhook-signature'

/**
 * Whether a webhook is signed: by the secret itself, as the automation server can send fixed headers only, or by
 * `sha256=` and the HMAC of the raw body in hex. Takes the same time whatever the signature.
 */
export function isSigned(signature: string, body: Uint8Array, secret: string): boolean {
  const hmac = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  // Both are compared in any case, so that the time does not show which one is nearly right.
  const results = [isSame(signature, secret), isSame(signature.toLowerCase(), hmac)]
  return results.includes(true)
}

// Hashes are of equal length, which the comparison needs.
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
