import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { CLIENT } from './registration.ts'

type Answer = (response: ServerResponse) => void

export const json =
  (body: unknown, status = 200): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const newKey = async (kid: string) => {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

/** A provider that answers whatever a test wants. Its tokens are right unless the test changes them. */
export async function startStubProvider() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [own, foreign] = [await newKey('own'), await newKey('own')]
  const requests: string[] = []
  const discovery = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/me`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
  /** By path; a test replaces some. */
  let answers: Record<string, Answer> = {}

  server.on('request', (request, response) => {
    const path = new URL(request.url ?? '/', issuer).pathname
    requests.push(path)
    void text(request).then(() => (answers[path] ?? json({}, 404))(response))
  })

  const now = () => Math.floor(Date.now() / 1000)
  const sign = (payload: JWTPayload, key = own, typ = 'JWT') =>
    new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: key.kid, typ }).sign(key.privateKey)
  const claimsOf = (nonce: string) => ({
    iss: issuer,
    aud: CLIENT.id,
    sub: 'stub-subject',
    nonce,
    iat: now(),
    exp: now() + 60,
    email: 'stub@example.org',
    email_verified: true,
    groups: [] as string[],
  })
  const reset = (): void => {
    answers = {
      '/.well-known/openid-configuration': json(discovery),
      '/keys': json({ keys: [own.jwk] }),
      '/me': json({ sub: 'stub-subject' }),
    }
  }
  reset()
  return {
    issuer,
    discovery,
    requests,
    now,
    sign,
    signByOther: (payload: JWTPayload) => sign(payload, foreign),
    claimsOf,
    answer: (path: string, answer: Answer) => void (answers[path] = answer),
    /** What the token endpoint answers with this ID token. */
    giveToken: (idToken: unknown) =>
      void (answers['/token'] = json({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: idToken })),
    reset,
    stop: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export type StubProvider = Awaited<ReturnType<typeof startStubProvider>>
