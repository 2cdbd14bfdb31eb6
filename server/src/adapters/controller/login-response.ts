import { Type } from 'typebox'
import { Check } from 'typebox/value'

export type LoginAnswer = {
  readonly token: string
  readonly release: string | undefined
  readonly refreshTimeoutMs: number
  readonly maximumLifetimeMs: number
}

const DEFAULT_REFRESH_SECONDS = 600
const DEFAULT_LIFETIME_SECONDS = 86_400

const Seconds = Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' }))
const LoginBody = Type.Object({
  imdata: Type.Array(
    Type.Object({
      aaaLogin: Type.Object({
        attributes: Type.Object({
          // Characters allowed in a cookie: a server must not be able to add a header or a second cookie.
          token: Type.String({ pattern: '^[\\x21\\x23-\\x2b\\x2d-\\x3a\\x3c-\\x5b\\x5d-\\x7e]{1,16384}$' }),
          refreshTimeoutSeconds: Seconds,
          maximumLifetimeSeconds: Seconds,
          version: Type.Optional(Type.String({ maxLength: 100 })),
        }),
      }),
    }),
    { minItems: 1 },
  ),
})

/** Reads the response to a login or a refresh; undefined when it is not one. */
export function readLoginAnswer(body: Uint8Array): LoginAnswer | undefined {
  const parsed = parse(body)
  const attributes = Check(LoginBody, parsed) ? parsed.imdata[0]?.aaaLogin.attributes : undefined
  if (attributes === undefined) return undefined
  return {
    token: attributes.token,
    release: attributes.version,
    refreshTimeoutMs: Number(attributes.refreshTimeoutSeconds ?? DEFAULT_REFRESH_SECONDS) * 1000,
    maximumLifetimeMs: Number(attributes.maximumLifetimeSeconds ?? DEFAULT_LIFETIME_SECONDS) * 1000,
  }
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    // Not JSON, so not a response to a login.
    return undefined
  }
}
