import { createSigner, createVerifier } from 'fast-jwt'
import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { Check } from 'typebox/value'

const Claims = Type.Object({
  sub: Type.String({ pattern: '^[1-9][0-9]{0,9}$' }),
  sid: Type.String({ format: 'uuid' }),
  typ: Type.Enum(['access', 'refresh']),
  iat: Type.Integer(),
  exp: Type.Integer(),
  jti: Type.String(),
  gen: Type.Optional(Type.Integer({ minimum: 0 })),
})

/** Signature and form of a token never change; whether it still counts is looked at each time. */
const MOST_REMEMBERED = 1_000

export type TokenType = 'access' | 'refresh'
/** Of a session; `generation` counts the replacements of its refresh token, and is 0 for the first one. */
export type TokenSubject = { readonly userId: number; readonly sessionId: string; readonly generation?: number }
export type VerifiedToken = Required<TokenSubject> & { readonly expiresAt: Date }

export type TokenSigner = {
  readonly sign: (type: TokenType, subject: TokenSubject, now: Date, lifetimeMs: number) => string
  /** Undefined for anything but a live token of that type; its session is checked elsewhere. */
  readonly verify: (type: TokenType, token: string, now: Date) => VerifiedToken | undefined
}

/** HS256 tokens. The first key signs; the others come from earlier root keys and are still accepted. */
export function createTokenSigner(keys: readonly [Buffer, ...Buffer[]]): TokenSigner {
  const signToken = createSigner({ key: keys[0], algorithm: 'HS256' })
  // We use our own clock (tests move it), so the library must not check `exp`.
  const verifiers = keys.map((key) => createVerifier({ key, algorithms: ['HS256'], ignoreExpiration: true }))
  const claimsOf = rememberSome(MOST_REMEMBERED, (token) => {
    const claims = firstValid(verifiers, token)
    return Check(Claims, claims) ? claims : undefined
  })
  return {
    sign: (type, { userId, sessionId, generation = 0 }, now, lifetimeMs) => {
      const iat = Math.floor(now.getTime() / 1000)
      const exp = iat + Math.round(lifetimeMs / 1000)
      const claims = { sub: String(userId), sid: sessionId, typ: type, iat, exp, jti: randomUUID() }
      return signToken(generation === 0 ? claims : { ...claims, gen: generation })
    },
    verify: (type, token, now) => {
      const claims = claimsOf(token)
      if (!claims || claims.typ !== type || claims.exp * 1000 <= now.getTime()) return undefined
      const { sub, sid, exp, gen = 0 } = claims
      return { userId: Number(sub), sessionId: sid, generation: gen, expiresAt: new Date(exp * 1000) }
    },
  }
}

/** What is found, for the arguments used last: a client sends the same token with each request. */
function rememberSome<T>(most: number, find: (text: string) => T | undefined): (text: string) => T | undefined {
  const known = new Map<string, T>()
  return (text) => {
    const value = known.get(text) ?? find(text)
    if (value === undefined) return undefined
    known.delete(text)
    known.set(text, value)
    if (known.size > most) known.delete(known.keys().next().value!)
    return value
  }
}

function firstValid(verifiers: readonly ((token: string) => unknown)[], token: string): unknown {
  for (const verify of verifiers) {
    try {
      return verify(token)
    } catch {
      // Signed with another key, or no token at all: the next key may fit.
    }
  }
  return undefined
}
