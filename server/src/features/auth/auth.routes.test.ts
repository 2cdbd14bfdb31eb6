import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../testing/manual-clock.ts'
import { DAY, MINUTE } from '../../kernel/durations.ts'
import { ADMIN, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const clock = createManualClock(new Date())
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock })
})
afterAll(() => app.stop())

describe('login', () => {
  it('returns tokens and a short form of the user', async () => {
    const { status, body } = await app.anonymous.post('/api/auth/login/', ADMIN)

    expect(status).toBe(200)
    expect(body.user).toEqual({ id: expect.any(Number), username: 'admin', is_admin: true, mfa_enabled: false })
    const issuedAt: number = claims(body.access).iat
    expect(claims(body.access)).toMatchObject({ typ: 'access', sub: String(body.user.id), exp: issuedAt + 900 })
    expect(claims(body.refresh)).toMatchObject({
      typ: 'refresh',
      sid: claims(body.access).sid,
      exp: issuedAt + 604_800,
    })
  })

  it.each([
    ['a wrong password', { username: 'admin', password: 'wrong' }],
    ['an unknown user', { username: 'nobody', password: 'wrong' }],
    ['SQL in the name', { username: `' or 1=1 --`, password: 'wrong' }],
  ])('answers %s with the same 401', async (_what, body) => {
    const answer = await app.anonymous.post('/api/auth/login/', body)

    expect(answer.status).toBe(401)
    expect(answer.body).toEqual({ detail: 'No active account found with the given credentials' })
  })

  it('reports both missing login fields', async () => {
    const answer = await app.anonymous.post('/api/auth/login/', {})

    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ username: ['This field is required.'], password: ['This field is required.'] })
  })
})

describe('tokens', () => {
  it('expires the access token after 15 minutes, and renews it with the refresh token', async () => {
    const user = await app.userOf('viewer')
    await clock.leap(15 * MINUTE)

    expect((await user.get('/api/auth/profile/')).status).toBe(401)
    const renewed = await app.anonymous.post('/api/auth/token/refresh/', { refresh: user.refresh })
    expect(renewed.status).toBe(200)
    expect(Object.keys(renewed.body)).toEqual(['access'])
    expect((await app.anonymous.get('/api/auth/profile/', bearer(renewed.body.access))).status).toBe(200)
  })

  it('expires all tokens after seven days', async () => {
    const user = await app.userOf('viewer')
    await clock.leap(7 * DAY)

    expect((await app.anonymous.post('/api/auth/token/refresh/', { refresh: user.refresh })).status).toBe(401)
  })

  it('rejects a token of one type where the other is expected', async () => {
    const user = await app.userOf('viewer')

    expect((await app.anonymous.get('/api/auth/profile/', bearer(user.refresh))).status).toBe(401)
    expect((await app.anonymous.post('/api/auth/token/refresh/', { refresh: user.access })).status).toBe(401)
  })

  it('rejects foreign tokens, including unsigned ones', async () => {
    const { access } = await app.userOf('viewer')
    const [, payload] = access.split('.')
    const unsigned = `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`
    const header = encode({ alg: 'HS256', typ: 'JWT' })
    const forged = `${header}.${payload}.${createHmac('sha256', 'guess').update(`${header}.${payload}`).digest('base64url')}`

    for (const token of [unsigned, forged, 'x', '', `${access}x`]) {
      expect((await app.anonymous.get('/api/auth/profile/', bearer(token))).status).toBe(401)
    }
  })
})

describe('profile', () => {
  it('shows the documented fields, and changes names and address', async () => {
    const user = await app.userOf('editor')

    const changed = await user.patch('/api/auth/profile/', {
      first_name: 'Ada',
      email: 'ada@example.org',
      username: 'other',
      is_superuser: true,
    })

    expect(changed.body).toMatchObject({
      first_name: 'Ada',
      email: 'ada@example.org',
      group_names: ['Editors'],
      is_admin: false,
      is_superuser: false,
    })
    expect(changed.body.username).not.toBe('other')
    expect(Object.keys(changed.body).sort()).toEqual(
      'date_joined email email_verified favorite_count first_name group_names groups id is_admin is_superuser last_login last_name manages_workspace mfa_enabled paused_since permissions preferences query_count username'.split(
        ' ',
      ),
    )
    expect(changed.body.date_joined).toMatch(/\.\d{3}\+00:00$/)
  })

  it('rejects an address that another account uses', async () => {
    const [one, two] = [await app.userOf('viewer'), await app.userOf('viewer')]
    await one.patch('/api/auth/profile/', { email: 'taken@example.org' })

    const answer = await two.patch('/api/auth/profile/', { email: 'TAKEN@example.org' })

    expect(answer.status).toBe(400)
    expect(answer.body.email).toHaveLength(1)
  })

  it('requires a signed-in user', async () => {
    expect((await app.anonymous.get('/api/auth/profile/')).status).toBe(401)
  })
})

it('keeps passwords and tokens out of the log', async () => {
  const user = await app.signIn(ADMIN.username, ADMIN.password)
  await user.get('/api/auth/profile/')

  expect(app.log()).not.toContain(ADMIN.password)
  expect(app.log()).not.toContain(user.access)
  expect(app.log()).not.toContain(user.refresh)
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
