import { randomUUID } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBrowser } from '../../testing/sign-on/browser.ts'
import { CLIENT, envOf, PUBLIC_URL } from '../../testing/sign-on/registration.ts'
import { json, startStubProvider, type StubProvider } from '../../testing/sign-on/start-stub-provider.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const START = '/api/auth/oidc/test/start/'
const CALLBACK = '/api/auth/oidc/test/callback/'

let stub: StubProvider
let app: TestApp
beforeAll(async () => {
  stub = await startStubProvider()
  app = await startTestApp({ env: envOf(stub.issuer, { GROUPS: 'ops=Operators' }) })
})
beforeEach(() => stub.reset())
afterAll(async () => {
  await app.stop()
  await stub.stop()
})

type Payload = ReturnType<StubProvider['claimsOf']>

/** Begins, lets the stub prepare its token for the nonce, and opens the callback. */
async function signIn(prepare: (payload: Payload) => unknown, query = '') {
  const browser = createBrowser(app.url)
  const { location } = await browser.get(START)
  const asked = new URL(location!).searchParams
  stub.giveToken(await prepare(stub.claimsOf(asked.get('nonce')!)))
  const page = await browser.get(`${CALLBACK}?code=c&state=${asked.get('state')}${query}`)
  return { end: page.location, browser }
}

const unsigned = (payload: JWTPayload, alg = 'none') =>
  [JSON.stringify({ alg }), JSON.stringify(payload), '']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.')

const failed = (error: string) => `${PUBLIC_URL}/login?error=${error}`

it('a right answer signs in, so that the wrong ones below fail for what is wrong with them', async () => {
  const { end, browser } = await signIn((payload) => stub.sign(payload))

  expect(end).toBe(`${PUBLIC_URL}/`)
  expect(browser.cookie('heddle_refresh')).toBeDefined()
})

describe('an ID token', () => {
  const WRONG: Readonly<Record<string, (payload: Payload) => unknown>> = {
    'of another issuer': (payload) => stub.sign({ ...payload, iss: 'https://evil.example' }),
    'without an issuer': ({ iss: _iss, ...payload }) => stub.sign(payload),
    'for another client': (payload) => stub.sign({ ...payload, aud: 'other' }),
    'for several clients, of which another is meant': (payload) =>
      stub.sign({ ...payload, aud: [CLIENT.id, 'other'], azp: 'other' }),
    'with another nonce': (payload) => stub.sign({ ...payload, nonce: 'other' }),
    'without a nonce': ({ nonce: _nonce, ...payload }) => stub.sign(payload),
    'that expired': (payload) => stub.sign({ ...payload, iat: stub.now() - 600, exp: stub.now() - 300 }),
    'without an expiry': ({ exp: _exp, ...payload }) => stub.sign(payload),
    'of tomorrow': (payload) => stub.sign({ ...payload, nbf: stub.now() + 86_400 }),
    'without a subject': ({ sub: _sub, ...payload }) => stub.sign(payload),
    'with an endless subject': (payload) => stub.sign({ ...payload, sub: 'x'.repeat(300) }),
    'with alg none': (payload) => unsigned(payload),
    'with alg none and another name for it': (payload) => unsigned(payload, 'NONE'),
    'without its signature': async (payload) => (await stub.sign(payload)).replace(/[^.]+$/, ''),
    'of another key of the same name': (payload) => stub.signByOther(payload),
    'that was changed': async (payload) => {
      const [head, , tail] = (await stub.sign(payload)).split('.')
      return [head, Buffer.from(JSON.stringify({ ...payload, sub: 'admin' })).toString('base64url'), tail].join('.')
    },
    'that is none': () => 'nonsense',
    'that is a number': () => 7,
    'that is missing': () => undefined,
  }

  it.each(Object.keys(WRONG))('%s signs nobody in', async (name) => {
    const { end, browser } = await signIn(WRONG[name]!)

    expect(end).toMatch(/\/login\?error=(answer_invalid|provider_unavailable)$/)
    expect(browser.cookie('heddle_refresh')).toBeUndefined()
  })

  it('for a subject that the profile service answers for somebody else signs nobody in', async () => {
    stub.answer('/me', json({ sub: 'another', email: 'admin@localhost', email_verified: true, groups: ['ops'] }))

    const { end } = await signIn(({ email: _email, ...payload }) => stub.sign(payload))

    expect(end).toBe(failed('answer_invalid'))
  })

  it('of a member of too many groups signs nobody in: half of them would be wrong', async () => {
    stub.answer('/me', json({ sub: 'many' }))

    const { end } = await signIn(({ groups: _groups, ...payload }) =>
      stub.sign({ ...payload, sub: 'many', email: 'many@example.org', _claim_names: { groups: 'src1' } }),
    )

    expect(end).toBe(failed('groups_incomplete'))
  })
})

describe('the answer of an endpoint', () => {
  it.each([
    ['an error', json({ error: 'invalid_grant' }, 400), 'provider_refused'],
    ['an error of its own', json({ error: 'server_error' }, 500), 'provider_unavailable'],
    ['a page', (response) => void response.end('<h1>hello</h1>'), 'provider_unavailable'],
    [
      'a redirect',
      (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'provider_unavailable',
    ],
    ['a megabyte', json({ access_token: 'x'.repeat(1_000_000), token_type: 'Bearer' }), 'provider_unavailable'],
    [
      'half of one',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
        response.write('{"access_token":')
        setImmediate(() => response.destroy())
      },
      'provider_unavailable',
    ],
    ['nothing', (response) => void response.destroy(), 'provider_unavailable'],
  ] satisfies [string, Parameters<StubProvider['answer']>[1], string][])(
    '%s is reported',
    async (_name, answer, error) => {
      const browser = createBrowser(app.url)
      const { location } = await browser.get(START)
      stub.answer('/token', answer)

      const { location: end } = await browser.get(
        `${CALLBACK}?code=c&state=${new URL(location!).searchParams.get('state')}`,
      )

      expect(end).toBe(failed(error))
    },
  )

  it('that names another issuer beside the code is rejected', async () => {
    const { end } = await signIn((payload) => stub.sign(payload), '&iss=https%3A%2F%2Fevil.example')

    expect(end).toBe(failed('answer_invalid'))
  })
})

describe('a provider that is away', () => {
  it('delays neither the start nor other sign-ins, and is asked once for all who wait', async () => {
    const slow = await startStubProvider()
    const arrived = Promise.withResolvers<void>()
    slow.answer('/.well-known/openid-configuration', () => arrived.resolve())
    const other = await startTestApp({ env: envOf(slow.issuer) })
    expect(slow.requests).toEqual([])

    const waiting = [other.anonymous.get(START), other.anonymous.get(START)]
    await arrived.promise
    const user = await other.userOf('viewer')
    await slow.stop()
    const answers = await Promise.all(waiting)

    expect((await user.get('/api/auth/profile/')).status).toBe(200)
    expect(answers.map(({ headers }) => headers.get('location'))).toEqual(Array(2).fill(failed('provider_unavailable')))
    expect(slow.requests).toHaveLength(1)
    await other.stop()
  })

  it.each([
    ['of another issuer', (discovery: object) => json({ ...discovery, issuer: 'https://evil.example' })],
    ['that is no JSON', () => (response: { end: (text: string) => unknown }) => void response.end('no')],
    ['that is huge', (discovery: object) => json({ ...discovery, more: 'x'.repeat(1_000_000) })],
  ])('or whose description is one %s, leads back to the sign-in page', async (_name, describe) => {
    const odd = await startStubProvider()
    odd.answer('/.well-known/openid-configuration', describe(odd.discovery))
    const other = await startTestApp({ env: envOf(odd.issuer) })

    const { headers } = await other.anonymous.get(START)

    expect(headers.get('location')).toBe(failed('provider_unavailable'))
    await other.stop()
    await odd.stop()
  })

  it('because its address is denied is never connected to', async () => {
    const denied = await startStubProvider()
    const other = await startTestApp({ env: { ...envOf(denied.issuer), OUTBOUND_DENY: '127.0.0.0/8' } })

    const { headers } = await other.anonymous.get(START)

    expect(headers.get('location')).toBe(failed('provider_unavailable'))
    expect(denied.requests).toEqual([])
    await other.stop()
    await denied.stop()
  })
})

describe('a sign-out at the provider', () => {
  const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
  const tokenOf = (more: JWTPayload = {}) => ({
    iss: stub.issuer,
    aud: CLIENT.id,
    iat: stub.now(),
    exp: stub.now() + 60,
    jti: randomUUID(),
    events: { [EVENT]: {} },
    ...more,
  })
  const send = (token: string) =>
    app.anonymous.post('/api/auth/oidc/test/logout/', `logout_token=${encodeURIComponent(token)}`, {
      'content-type': 'application/x-www-form-urlencoded',
    })

  let people = 0
  async function newSession(sid?: string, sub = `logout-${++people}`) {
    const email = `${sub}@example.org`
    const { browser } = await signIn((payload) => stub.sign({ ...payload, sub, email, ...(sid && { sid }) }))
    const answer = await browser.get('/api/auth/token/refresh/', {
      method: 'POST',
      headers: { 'x-heddle-web': '1', 'sec-fetch-site': 'same-origin' },
    })
    const user = app.as((JSON.parse(answer.text) as { access: string }).access)
    return { sub, isLive: async () => (await user.get('/api/auth/profile/')).status === 200 }
  }

  it('ends all sessions of a person, and nobody else’s', async () => {
    const [one, other] = [await newSession('a'), await newSession('b')]
    const second = await newSession('c', one.sub)

    const { status } = await send(await stub.sign(tokenOf({ sub: one.sub })))

    expect(status).toBe(204)
    expect([await one.isLive(), await second.isLive(), await other.isLive()]).toEqual([false, false, true])
  })

  it('ends one session of a person', async () => {
    const one = await newSession('here')
    const other = await newSession('there', one.sub)

    const { status } = await send(await stub.sign(tokenOf({ sub: one.sub, sid: 'here' })))

    expect([status, await one.isLive(), await other.isLive()]).toEqual([204, false, true])
  })

  it('counts once', async () => {
    const token = await stub.sign(tokenOf({ sub: 'anyone' }))

    expect([(await send(token)).status, (await send(token)).status]).toEqual([204, 400])
  })

  it.each([
    ['of another issuer', () => stub.sign(tokenOf({ iss: 'https://evil.example' }))],
    ['for another client', () => stub.sign(tokenOf({ aud: 'other' }))],
    ['that expired', () => stub.sign(tokenOf({ iat: stub.now() - 900, exp: stub.now() - 300 }))],
    ['from long ago', () => stub.sign(tokenOf({ iat: stub.now() - 90_000, exp: stub.now() + 90_000 }))],
    ['without an event', () => stub.sign(tokenOf({ events: undefined }))],
    ['with another event', () => stub.sign(tokenOf({ events: { other: {} } }))],
    ['with a nonce, like an ID token', () => stub.sign(tokenOf({ nonce: 'n' }))],
    ['without an id', () => stub.sign({ ...tokenOf(), jti: '' })],
    ['of another key', () => stub.signByOther(tokenOf({}))],
    ['without a signature', async () => unsigned(tokenOf())],
    ['that is none', async () => 'nonsense'],
  ])('with a token %s ends nothing', async (_name, token) => {
    const user = await newSession()
    const signed = await token()
    const meant = await stub.sign({ sub: user.sub })

    const answer = await send(signed)

    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['logout_token']])
    expect([(await send(meant)).status, await user.isLive()]).toEqual([400, true])
  })

  it('that is about nobody is refused', async () => {
    expect((await send(await stub.sign(tokenOf()))).status).toBe(400)
  })
})
