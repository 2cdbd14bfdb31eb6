import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR, SECOND } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { ADMIN, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const clock = createManualClock(new Date())
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock })
})
afterAll(() => app.stop())

const refresh = (token: string, body: object = {}) =>
  app.anonymous.post('/api/auth/token/refresh/', { refresh: token, ...body })
const statusOf = async (token: string): Promise<number> => (await refresh(token)).status
const profile = async (access: string): Promise<number> => (await app.as(access).get('/api/auth/profile/')).status
async function rotate(token: string): Promise<string> {
  const { status, body } = await refresh(token, { rotate: true })
  expect(status).toBe(200)
  return body.refresh
}
const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())

describe('a client that rotates', () => {
  it('gets an access token and a new refresh token of the same session', async () => {
    const user = await app.userOf('viewer')

    const { status, body } = await refresh(user.refresh, { rotate: true })

    expect([status, Object.keys(body).toSorted()]).toEqual([200, ['access', 'refresh']])
    expect(body.refresh).not.toBe(user.refresh)
    expect(claims(body.refresh)).toMatchObject({ typ: 'refresh', sid: claims(user.refresh).sid })
    expect(await profile(body.access)).toBe(200)
  })

  it('may send the old one for 60 seconds, and gets one of the same session for it', async () => {
    const user = await app.userOf('viewer')
    const next = await rotate(user.refresh)
    await clock.leap(59 * SECOND)

    const late = await rotate(user.refresh)
    await clock.leap(SECOND)

    expect([await statusOf(next), await statusOf(late)]).toEqual([200, 200])
  })

  it('in many tabs at once goes on in each of them', async () => {
    const user = await app.userOf('viewer')

    const tokens = await Promise.all(Array.from({ length: 8 }, () => rotate(user.refresh)))
    await clock.leap(HOUR)

    for (const token of tokens) expect(await statusOf(token)).toBe(200)
  })

  it('can rotate several times within a minute: each old one has a minute of its own', async () => {
    const user = await app.userOf('viewer')
    const first = await rotate(user.refresh)
    await clock.leap(30 * SECOND)
    const second = await rotate(first)
    await clock.leap(29 * SECOND)

    const whileGood = [await statusOf(user.refresh), await statusOf(first), await statusOf(second)]
    await clock.leap(30 * SECOND)

    expect(whileGood).toEqual([200, 200, 200])
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
    await clock.leap(SECOND)
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401])
  })

  it('may stop rotating, and keeps what it has', async () => {
    const user = await app.userOf('viewer')
    const next = await rotate(user.refresh)
    await clock.leap(DAY)

    const answer = await refresh(next)

    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['access']])
    expect(await statusOf(next)).toBe(200)
  })

  it('has to sign in again seven days after it signed in, however often it rotates', async () => {
    const user = await app.userOf('viewer')
    await clock.leap(6 * DAY)
    const next = await rotate(user.refresh)

    expect(claims(next).exp).toBeLessThanOrEqual(claims(user.refresh).exp)
    await clock.leap(DAY)
    expect(await statusOf(next)).toBe(401)
  })
})

describe('a replaced refresh token used after its 60 seconds', () => {
  it.each([
    ['with', true],
    ['without', false],
  ])('ends the session, %s `rotate`, and says so in the audit log', async (_what, wantsRotation) => {
    const user = await app.userOf('viewer')
    const { body: fresh } = await refresh(user.refresh, { rotate: true })
    await clock.leap(60 * SECOND)
    expect(await profile(fresh.access)).toBe(200)

    const answer = await refresh(user.refresh, { rotate: wantsRotation })

    expect([answer.status, answer.body]).toEqual([401, { detail: 'Token is invalid or expired' }])
    expect([await statusOf(fresh.refresh), await profile(fresh.access), await profile(user.access)]).toEqual([
      401, 401, 401,
    ])
    const { body: log } = await (
      await app.signIn(ADMIN.username, ADMIN.password)
    ).get('/api/audit/logs/?action=session_reuse&ordering=-id')
    expect(log.results[0]).toMatchObject({ category: 'authentication', user_id: user.id, target_id: String(user.id) })
  })

  it('ends no other session of the user, and is reported once', async () => {
    const user = await app.userOf('viewer')
    const { username } = (await user.get('/api/auth/profile/')).body
    const elsewhere = await app.signIn(username, ADMIN.password)
    await rotate(user.refresh)
    await clock.leap(60 * SECOND)

    const answers = await Promise.all(Array.from({ length: 4 }, () => statusOf(user.refresh)))

    expect(answers).toEqual([401, 401, 401, 401])
    expect(await statusOf(elsewhere.refresh)).toBe(200)
    const admin = await app.signIn(ADMIN.username, ADMIN.password)
    const { body } = await admin.get(`/api/audit/logs/?action=session_reuse&username=${username}`)
    expect(body.count).toBe(1)
  })
})

describe('a client that does not rotate', () => {
  it('keeps its refresh token for its seven days', async () => {
    const user = await app.userOf('viewer')
    expect(await statusOf(user.refresh)).toBe(200)
    await clock.leap(7 * DAY - SECOND)

    const answer = await refresh(user.refresh, { rotate: false })

    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['access']])
  })

  it('gets every wrong field in one answer', async () => {
    const { status, body } = await app.anonymous.post('/api/auth/token/refresh/', { rotate: 'yes' })

    expect([status, Object.keys(body).toSorted()]).toEqual([400, ['refresh', 'rotate']])
  })
})
