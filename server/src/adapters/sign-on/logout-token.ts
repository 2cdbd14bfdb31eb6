import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import type { ServerMetadata } from 'openid-client'
import type { ProviderFetch } from './provider-fetch.ts'
import type { LogoutNotice } from './sign-on.ts'

export type LogoutVerifier = (token: string) => Promise<LogoutNotice>

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const LONGEST_ID = 255
/** Signatures with a key of the provider; none of these takes a shared secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** Clocks differ, and deliveries take a while; a token from long ago is none of a sign-out that happens now. */
const TOLERANCE_S = 60
const LONGEST_AGE_S = 600

/** Checks what OpenID Connect Back-Channel Logout 1.0, section 2.6, asks for, except for replays. */
export function createLogoutVerifier(
  { issuer, jwks_uri }: ServerMetadata,
  clientId: string,
  wire: ProviderFetch,
): LogoutVerifier {
  if (jwks_uri === undefined) return () => Promise.reject(new errors.JWKSInvalid('the provider names no keys'))
  const keys = createRemoteJWKSet(new URL(jwks_uri), { [customFetch]: wire.fetch })
  return async (token) => {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      clockTolerance: TOLERANCE_S,
      maxTokenAge: LONGEST_AGE_S,
      requiredClaims: ['iat', 'exp', 'jti', 'events'],
    })
    const { sub, sid, jti, exp, events, nonce } = payload
    const isAboutSomebody = isId(sub) || isId(sid)
    if (!isId(jti) || !isEvent(events) || nonce !== undefined || !isAboutSomebody)
      throw new errors.JWTClaimValidationFailed('not a logout token', payload)
    return {
      issuer,
      subject: isId(sub) ? sub : undefined,
      providerSession: isId(sid) ? sid : undefined,
      tokenId: jti,
      expiresAt: new Date((exp! + TOLERANCE_S) * 1000),
    }
  }
}

const isId = (claim: unknown): claim is string =>
  typeof claim === 'string' && claim !== '' && claim.length <= LONGEST_ID

function isEvent(events: unknown): boolean {
  if (typeof events !== 'object' || events === null || !Object.hasOwn(events, EVENT)) return false
  const event: unknown = (events as Record<string, unknown>)[EVENT]
  return typeof event === 'object' && event !== null
}
