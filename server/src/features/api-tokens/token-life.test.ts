import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { ADMIN, startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { newToken, statusOf, TOKENS } from '../../testing/api-tokens/tokens.ts'

const PROFILE = '/api/auth/profile/'
const USERS = '/api/auth/management/'

const clock = createManualClock(new Date())
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock, env: { TRUST_PROXY: 'true' } })
})
afterAll(() => app.stop())

const from = (ip: string) => ({ 'x-forwarded-for': ip })
/** Signs in again, because time passes here. */
const asAdmin = () => app.signIn(ADMIN.username, ADMIN.password)

describe('the life of a token', () => {
  it('ends exactly when it expires', async () => {
    const token = await newToken(app, await app.userOf('viewer'), {
      expires_at: new Date(clock.now().getTime() + HOUR).toISOString(),
    })

    await clock.leap(HOUR - 1)
    const before = await statusOf(token.get(PROFILE))
    await clock.leap(1)

    expect([before, await statusOf(token.get(PROFILE))]).toEqual([200, 401])
  })

  it('pauses while its owner is deactivated', async () => {
    const [user, admin] = [await app.userOf('viewer'), await asAdmin()]
    const token = await newToken(app, user)

    await admin.post(`${USERS}${user.id}/deactivate/`)
    const during = await statusOf(token.get(PROFILE))
    await admin.post(`${USERS}${user.id}/activate/`)

    expect([during, await statusOf(token.get(PROFILE))]).toEqual([401, 200])
  })

  it('survives a changed password, a reset, and the end of all sessions', async () => {
    const user = await app.userOf('viewer')
    const token = await newToken(app, user)
    const next = 'a fresh long secret'

    await user.post('/api/auth/password/change/', { old_password: ADMIN.password, new_password: next })
    const changed = await statusOf(token.get(PROFILE))
    await (await asAdmin()).post(`${USERS}${user.id}/reset_password/`, { new_password: 'another fresh secret' })

    expect(await statusOf(user.get(PROFILE))).toBe(401)
    expect([changed, await statusOf(token.get(PROFILE))]).toEqual([200, 200])
  })

  it('is not limited by the idle limit', async () => {
    const user = await app.userOf('viewer')
    const token = await newToken(app, user)
    await user.post('/api/auth/session-timeout/', { minutes: 15 })

    await clock.leap(DAY)

    expect(await statusOf(user.get(PROFILE))).toBe(401)
    expect(await statusOf(token.get(PROFILE))).toBe(200)
  })
})

describe('the last use', () => {
  const lastUse = async (id: string) => {
    const { rows } = await app.app.platform.database.pool.query<{ at: Date | null; ip: string | null }>(
      'select last_used_at as at, last_used_ip as ip from api_tokens where id = $1',
      [id],
    )
    return { at: rows[0]!.at?.getTime(), ip: rows[0]!.ip }
  }

  it('is noted with its address, at most once a minute', async () => {
    const token = await newToken(app, await app.userOf('viewer'))
    const first = clock.now().getTime()
    await token.get(PROFILE, from('192.0.2.1'))
    await expect.poll(() => lastUse(token.id)).toEqual({ at: first, ip: '192.0.2.1' })

    await clock.advance(MINUTE - 1)
    await token.get(PROFILE, from('192.0.2.2'))
    await clock.advance(1)
    expect(await lastUse(token.id)).toEqual({ at: first, ip: '192.0.2.1' })
    await token.get(PROFILE, from('192.0.2.3'))

    await expect.poll(() => lastUse(token.id)).toEqual({ at: first + MINUTE, ip: '192.0.2.3' })
  })

  it('is shown in the list', async () => {
    const user = await app.userOf('viewer')
    const token = await newToken(app, user)
    await token.get(PROFILE, from('192.0.2.9'))

    const shown = async () => (await user.get(TOKENS)).body.results[0]

    await expect
      .poll(shown)
      .toMatchObject({ last_used_at: clock.now().toISOString().replace('Z', '+00:00'), last_used_ip: '192.0.2.9' })
  })
})
