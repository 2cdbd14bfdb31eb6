import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR, SECOND } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { ADMIN, type Answer, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const FOREIGN = 'https://a.example.org'
const clock = createManualClock(new Date())
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    clock,
    env: { CORS_ORIGINS: FOREIGN, TRUST_PROXY: 'true', PUBLIC_URL: 'https://heddle.example.net/at/' },
  })
})
afterAll(() => app.stop())

const WEB = { 'x-heddle-web': '1' }
const SAME = { 'sec-fetch-site': 'same-origin' }
const REFUSED = [403, { detail: 'A page of another origin may not use the session of a browser.' }]

const login = (headers: Record<string, string>, username = ADMIN.username) =>
  app.anonymous.post('/api/auth/login/', { username, password: ADMIN.password }, headers)
const send = (token: string, headers: Record<string, string> = SAME, body?: object) =>
  app.anonymous.post('/api/auth/token/refresh/', body, { cookie: `other=1; heddle_refresh=${token}`, ...headers })
const cookieOf = ({ headers }: Answer): string =>
  /^heddle_refresh=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
const profile = async (access: string): Promise<number> => (await app.as(access).get('/api/auth/profile/')).status
const signIn = async (): Promise<string> => cookieOf(await login(WEB))

describe('signing in from a web page', () => {
  it('keeps the refresh token in a cookie that no script reads and no other site sends, and out of the body', async () => {
    const answer = await login(WEB)

    const [value, ...attributes] = answer.headers.get('set-cookie')!.split('; ')
    expect(attributes).toEqual(['Max-Age=604800', 'Path=/api/auth/', 'HttpOnly', 'SameSite=Strict'])
    expect(Object.keys(answer.body).toSorted()).toEqual(['access', 'user'])
    expect(answer.text).not.toContain(value!.split('=')[1])
    expect(await profile(answer.body.access)).toBe(200)
  })

  it('has a cookie for HTTPS only where the proxy says that this is HTTPS', async () => {
    const { headers } = await login({ ...WEB, 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.7' })

    expect(headers.get('set-cookie')).toMatch(/; SameSite=Strict; Secure$/)
  })

  it('sets no cookie before the second factor is through', async () => {
    const user = await app.userOf('viewer')
    const { secret } = (await user.post('/api/auth/mfa/setup/')).body
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() })
    const { backup_codes: codes } = (await user.post('/api/auth/mfa/verify/', { code })).body
    const first = await login(WEB, (await user.get('/api/auth/profile/')).body.username)

    const second = await app.anonymous.post(
      '/api/auth/mfa-login/',
      { mfa_token: first.body.mfa_token, code: codes[0] },
      WEB,
    )

    expect([first.status, first.headers.get('set-cookie')]).toEqual([202, null])
    expect([second.status, second.body.refresh]).toEqual([200, undefined])
    expect((await send(cookieOf(second))).status).toBe(200)
  })

  it.each([{}, { 'x-heddle-web': '0' }, SAME])(
    'sends the token in the body otherwise, as ever: %o',
    async (headers) => {
      const answer = await login(headers)

      expect(answer.body.refresh).toMatch(/^ey/)
      expect(answer.headers.get('set-cookie')).toBeNull()
    },
  )

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling of ours', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1' }],
    ['an origin that may call the API', { origin: FOREIGN }],
    ['a page without origin', { origin: 'null' }],
  ])('is refused to %s, before the password is looked at', async (_what, headers) => {
    const answer = await app.anonymous.post(
      '/api/auth/login/',
      { username: ADMIN.username, password: 'wrong' },
      { ...WEB, ...headers },
    )

    expect([answer.status, answer.body]).toEqual(REFUSED)
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  it('leaves the token out of the log', async () => {
    const token = await signIn()
    const next = cookieOf(await send(token))

    expect([app.log().includes(token), app.log().includes(next)]).toEqual([false, false])
  })
})

describe('a refresh with the cookie', () => {
  it('always replaces it', async () => {
    const token = await signIn()

    const answer = await send(token)

    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['access']])
    expect([cookieOf(answer) === token, cookieOf(answer)]).toEqual([false, expect.stringMatching(/^ey/)])
    expect(answer.text).not.toContain(cookieOf(answer))
    expect([await profile(answer.body.access), (await send(cookieOf(answer))).status]).toEqual([200, 200])
  })

  it.each<[string, Record<string, string>]>([
    ['says so', SAME],
    ['says its origin, over plain http', { origin: 'OWN' }],
    ['says the origin of PUBLIC_URL', { origin: 'https://heddle.example.net' }],
  ])('is for a page of ours: one that %s', async (_what, headers) => {
    const token = await signIn()

    const { status } = await send(token, headers.origin === 'OWN' ? { origin: new URL(app.url).origin } : headers)

    expect(status).toBe(200)
  })

  it.each<[string, Record<string, string>]>([
    ['on another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['on the same site', { 'sec-fetch-site': 'same-site' }],
    ['of an origin in CORS_ORIGINS', { origin: FOREIGN }],
    ['with the scheme of another', { origin: 'OWN over https' }],
    ['in a sandbox', { origin: 'null' }],
    ['that claims our origin, while its browser says otherwise', { 'sec-fetch-site': 'cross-site', origin: 'OWN' }],
    ['that is no page', {}],
  ])('is refused to a page %s, and replaces nothing', async (_what, { origin, ...headers }) => {
    const token = await signIn()
    const own = new URL(app.url).origin
    const said = origin?.replace('OWN over https', own.replace('http:', 'https:')).replace('OWN', own)

    const answer = await send(token, { ...headers, ...(said !== undefined && { origin: said }) })
    await clock.leap(HOUR)

    expect([answer.status, answer.body]).toEqual(REFUSED)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect((await send(token)).status).toBe(200)
  })

  it('cannot be read by a page of an origin in CORS_ORIGINS, whose browser sends no cookies either', async () => {
    const headers = {
      origin: FOREIGN,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-heddle-web',
    }
    const preflight = await fetch(new URL('/api/auth/token/refresh/', app.url), { method: 'OPTIONS', headers })

    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('in two tabs at once goes on in both', async () => {
    const token = await signIn()

    const answers = await Promise.all([send(token), send(token)])
    await clock.leap(HOUR)

    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    for (const answer of answers) expect((await send(cookieOf(answer))).status).toBe(200)
  })

  it('that was replaced 60 seconds ago ends the session', async () => {
    const token = await signIn()
    const next = cookieOf(await send(token))
    await clock.leap(60 * SECOND)

    const reused = await send(token)

    expect([reused.status, (await send(next)).status]).toEqual([401, 401])
  })

  it('ends seven days after the sign-in, however often it is replaced', async () => {
    const token = await signIn()
    await clock.leap(6 * DAY)
    const next = cookieOf(await send(token))
    await clock.leap(DAY)

    expect((await send(next)).status).toBe(401)
  })

  it('is not made when the body has a token: that one counts, from wherever it comes', async () => {
    const { body } = await login({})

    const answer = await send('nonsense', { origin: FOREIGN }, { refresh: body.refresh })

    expect([answer.status, Object.keys(answer.body), answer.headers.get('set-cookie')]).toEqual([200, ['access'], null])
  })

  it('takes no token of another kind', async () => {
    const { body } = await login({})

    expect([(await send(body.access)).status, (await send('nonsense')).status, (await send('')).status]).toEqual([
      401, 401, 400,
    ])
  })

  it('answers 401 to a web page without a cookie, and 400 to any other client', async () => {
    const web = await app.anonymous.post('/api/auth/token/refresh/', undefined, { ...WEB, ...SAME })
    const other = await app.anonymous.post('/api/auth/token/refresh/', { rotate: 1 })

    expect(web.status).toBe(401)
    expect([other.status, Object.keys(other.body).toSorted()]).toEqual([400, ['refresh', 'rotate']])
  })

  it('gives nothing else than access tokens: no other route reads the cookie', async () => {
    const token = await signIn()

    expect((await app.anonymous.get('/api/auth/profile/', { cookie: `heddle_refresh=${token}`, ...SAME })).status).toBe(
      401,
    )
    expect(
      (await app.anonymous.post('/api/auth/logout/', {}, { cookie: `heddle_refresh=${token}`, ...SAME })).status,
    ).toBe(401)
  })
})

describe('signing out', () => {
  it.each([
    ['of a browser', WEB],
    ['of any other client', {}],
  ])('ends the session %s and deletes the cookie', async (_what, headers) => {
    const answer = await login(headers)
    const token = answer.body.refresh ?? cookieOf(answer)

    const out = await app.as(answer.body.access).post('/api/auth/logout/')

    expect(out.status).toBe(204)
    expect(out.headers.get('set-cookie')).toBe('heddle_refresh=; Max-Age=0; Path=/api/auth/; HttpOnly; SameSite=Strict')
    expect([await profile(answer.body.access), (await send(token)).status]).toEqual([401, 401])
  })
})
