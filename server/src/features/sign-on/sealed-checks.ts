import { Type } from 'typebox'
import { Check } from 'typebox/value'
import type { SecretBox } from '../../adapters/secrets/secret-box.ts'
import type { SignOnChecks } from '../../adapters/sign-on/sign-on.ts'
import { MINUTE } from '../../kernel/durations.ts'

export const CHECKS_LIFETIME_MS = 10 * MINUTE

/** A sign-in that was begun. Only the browser that began it holds this, sealed, in a cookie. */
export type BegunSignOn = {
  readonly checks: SignOnChecks
  /** A path of ours to open afterwards. */
  readonly next: string
  /** The session whose user links an account of the provider; a sign-in without it. */
  readonly linksTo: string | undefined
  readonly expiresAt: Date
}

const Sealed = Type.Object({
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  next: Type.String(),
  session: Type.Optional(Type.String()),
  until: Type.Integer(),
})

const placeOf = (provider: string) => ({ table: 'sign_on', column: 'cookie', row: provider })

export function sealBegun(secrets: SecretBox, provider: string, begun: BegunSignOn): string {
  const { checks, next, linksTo, expiresAt } = begun
  const body = { ...checks, next, ...(linksTo !== undefined && { session: linksTo }), until: expiresAt.getTime() }
  return secrets.seal(JSON.stringify(body), placeOf(provider))
}

/** Undefined unless it was sealed here, for this provider, and has not expired. */
export function openBegun(
  secrets: SecretBox,
  provider: string,
  sealed: string | undefined,
  now: Date,
): BegunSignOn | undefined {
  if (sealed === undefined) return undefined
  const body = open(secrets, provider, sealed)
  if (!Check(Sealed, body) || body.until <= now.getTime()) return undefined
  const { state, nonce, verifier, next, session, until } = body
  return { checks: { state, nonce, verifier }, next, linksTo: session, expiresAt: new Date(until) }
}

function open(secrets: SecretBox, provider: string, sealed: string): unknown {
  try {
    return JSON.parse(secrets.open(sealed, placeOf(provider)).reveal())
  } catch {
    // A cookie is whatever a browser sends: what cannot be opened was not sealed here.
    return undefined
  }
}
