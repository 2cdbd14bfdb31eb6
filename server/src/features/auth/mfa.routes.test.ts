import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { ADMIN, type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const clock = createManualClock()
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock })
})
afterAll(() => app.stop())

const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: clock.now().getTime() })
const nextStep = () => clock.leap(30 * SECOND)

async function userWithFactor() {
  const user = await app.userOf('editor')
  const { body: profile } = await user.get('/api/auth/profile/')
  const { secret, codes } = await enable(user)
  await nextStep()
  return { ...user, username: profile.username as string, secret, codes }
}

async function enable(user: Client, own: object = {}): Promise<{ secret: string; codes: string[] }> {
  const { body } = await user.post('/api/auth/mfa/setup/', own)
  const verified = await user.post('/api/auth/mfa/verify/', { code: codeOf(body.secret) })
  expect(verified.status, verified.text).toBe(200)
  return { secret: body.secret, codes: verified.body.backup_codes }
}

/** Of the access token and the refresh token. */
const statusesOf = async (user: Client & { refresh: string }) => [
  (await user.get('/api/auth/profile/')).status,
  (await app.anonymous.post('/api/auth/token/refresh/', { refresh: user.refresh })).status,
]
const login = (username: string) => app.anonymous.post('/api/auth/login/', { username, password: ADMIN.password })
const finish = (mfa_token: string, code: string) => app.anonymous.post('/api/auth/mfa-login/', { mfa_token, code })

describe('setting up a second factor', () => {
  it('shows secret, URL and QR code, and changes nothing yet', async () => {
    const user = await app.userOf('viewer')

    const { status, body } = await user.post('/api/auth/mfa/setup/')

    expect(status).toBe(200)
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(body.otpauth_url).toContain(`secret=${body.secret}`)
    expect(body.qr_code_svg).toMatch(/^<svg /)
    expect((await user.get('/api/auth/mfa/status/')).body).toEqual({ enabled: false, backup_codes_remaining: 0 })
  })

  it('finishes with a valid code, and shows eight backup codes once', async () => {
    const user = await app.userOf('viewer')
    const { body } = await user.post('/api/auth/mfa/setup/')

    const wrong = await user.post('/api/auth/mfa/verify/', { code: '000000' })
    const right = await user.post('/api/auth/mfa/verify/', { code: codeOf(body.secret) })
    const again = await user.post('/api/auth/mfa/verify/', { code: codeOf(body.secret) })

    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['code']])
    expect(right.body).toEqual({ enabled: true, backup_codes: expect.any(Array) })
    expect(right.body.backup_codes).toHaveLength(8)
    expect(right.body.backup_codes.join()).toMatch(/^([2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4},?){8}$/)
    expect([again.status, Object.keys(again.body)]).toEqual([400, ['code']])
    expect((await user.get('/api/auth/mfa/status/')).body).toEqual({ enabled: true, backup_codes_remaining: 8 })
    expect((await user.get('/api/auth/profile/')).body.mfa_enabled).toBe(true)
  })

  it('has to be finished within 15 minutes', async () => {
    const user = await app.userOf('viewer')
    const { body } = await user.post('/api/auth/mfa/setup/')
    await clock.leap(14 * MINUTE + 59 * SECOND)
    const renewed = await app.signIn((await user.get('/api/auth/profile/')).body.username, ADMIN.password)
    await clock.leap(2 * SECOND)

    const { status } = await renewed.post('/api/auth/mfa/verify/', { code: codeOf(body.secret) })

    expect(status).toBe(400)
  })

  it('keeps the current factor until the new one is verified', async () => {
    const user = await userWithFactor()
    const { body: second } = await user.post('/api/auth/mfa/setup/', { password: ADMIN.password })

    const withOld = await finish((await login(user.username)).body.mfa_token, codeOf(user.secret))
    const verified = await user.post('/api/auth/mfa/verify/', { code: codeOf(second.secret) })
    await nextStep()
    const oldAfterwards = await finish((await login(user.username)).body.mfa_token, codeOf(user.secret))
    const newAfterwards = await finish((await login(user.username)).body.mfa_token, codeOf(second.secret))

    expect([withOld.status, verified.status, oldAfterwards.status, newAfterwards.status]).toEqual([200, 200, 401, 200])
  })

  it.each([
    ['no password', {}],
    ['an empty password', { password: '' }],
    ['a wrong password', { password: 'not it' }],
  ])('with %s does not replace the current factor', async (_what, body) => {
    const user = await userWithFactor()

    const answer = await user.post('/api/auth/mfa/setup/', body)

    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['password']])
    const { rows } = await app.app.platform.database.pool.query('select * from mfa_factors where user_id = $1', [
      user.id,
    ])
    expect(rows[0].pending_secret_sealed).toBeNull()
  })

  it('counts wrong passwords towards the lockout', async () => {
    const user = await userWithFactor()
    for (let i = 0; i < 10; i++) await user.post('/api/auth/mfa/setup/', { password: 'not it' })

    expect((await user.post('/api/auth/mfa/setup/', { password: ADMIN.password })).status).toBe(429)
  })

  it('that began without a factor does not replace one that was enabled meanwhile', async () => {
    const user = await app.userOf('viewer')
    const { username } = (await user.get('/api/auth/profile/')).body
    const thief = await app.signIn(username, ADMIN.password)
    const { body: planned } = await thief.post('/api/auth/mfa/setup/')

    await enable(user)
    const verified = await user.post('/api/auth/mfa/verify/', { code: codeOf(planned.secret) })

    expect([verified.status, Object.keys(verified.body)]).toEqual([400, ['code']])
  })

  it('ends all other sessions when it enables a factor', async () => {
    const user = await app.userOf('viewer')
    const elsewhere = await app.signIn((await user.get('/api/auth/profile/')).body.username, ADMIN.password)

    await enable(user)

    expect(await statusesOf(user)).toEqual([200, 200])
    expect(await statusesOf(elsewhere)).toEqual([401, 401])
  })

  it('ends all other sessions, and logins that wait for the old factor, when it replaces it', async () => {
    const user = await userWithFactor()
    const { body: elsewhere } = await finish((await login(user.username)).body.mfa_token, user.codes[0]!)
    const { body: waiting } = await login(user.username)

    const { codes } = await enable(user, { password: ADMIN.password })

    expect(await statusesOf(user)).toEqual([200, 200])
    expect(await statusesOf({ ...app.as(elsewhere.access), refresh: elsewhere.refresh })).toEqual([401, 401])
    expect((await finish(waiting.mfa_token, codes[0]!)).status).toBe(401)
  })

  it('stores the authenticator secret sealed', async () => {
    const user = await userWithFactor()

    const { rows } = await app.app.platform.database.pool.query('select * from mfa_factors where user_id = $1', [
      user.id,
    ])

    expect(JSON.stringify(rows)).not.toContain(user.secret)
    expect(rows[0].secret_sealed).toMatch(/^v1:/)
  })
})

describe('a login with a second factor', () => {
  it('answers 202 to the password, and finishes with a code', async () => {
    const user = await userWithFactor()

    const first = await login(user.username)
    const second = await finish(first.body.mfa_token, codeOf(user.secret))

    expect([first.status, first.body]).toEqual([202, { mfa_required: true, mfa_token: expect.any(String) }])
    expect(second.status).toBe(200)
    expect(second.body.user).toEqual({ id: user.id, username: user.username, is_admin: false, mfa_enabled: true })
    expect(
      (await app.anonymous.get('/api/auth/profile/', { authorization: `Bearer ${second.body.access}` })).status,
    ).toBe(200)
  })

  it('accepts a backup code once, in any letter case and spacing', async () => {
    const user = await userWithFactor()
    const code = user.codes[3]!

    const first = await finish((await login(user.username)).body.mfa_token, code.toLowerCase().replace('-', ' '))
    const second = await finish((await login(user.username)).body.mfa_token, code)

    expect([first.status, second.status]).toEqual([200, 401])
    expect((await user.get('/api/auth/mfa/status/')).body.backup_codes_remaining).toBe(7)
  })

  it('rejects a used code, and a token that is used, expired or unknown', async () => {
    const user = await userWithFactor()
    const { mfa_token } = (await login(user.username)).body
    const code = codeOf(user.secret)
    await finish(mfa_token, code)

    const sameToken = await finish(mfa_token, codeOf(user.secret))
    const sameCode = await finish((await login(user.username)).body.mfa_token, code)
    const late = (await login(user.username)).body.mfa_token
    await clock.leap(5 * MINUTE)
    const tooLate = await finish(late, codeOf(user.secret))
    const unknown = await finish('no-such-token', codeOf(user.secret))

    expect([sameToken.status, sameCode.status, tooLate.status, unknown.status]).toEqual([401, 401, 401, 401])
  })

  it('gives no session for the password alone', async () => {
    const user = await userWithFactor()
    const { mfa_token } = (await login(user.username)).body

    expect((await app.anonymous.get('/api/auth/profile/', { authorization: `Bearer ${mfa_token}` })).status).toBe(401)
    expect((await app.anonymous.post('/api/auth/token/refresh/', { refresh: mfa_token })).status).toBe(401)
  })

  it('ends when the password changes between the two steps', async () => {
    const user = await userWithFactor()
    const { mfa_token } = (await login(user.username)).body
    await user.post('/api/auth/password/change/', {
      old_password: ADMIN.password,
      new_password: 'another long password',
    })

    expect((await finish(mfa_token, codeOf(user.secret))).status).toBe(401)
  })
})

describe('backup codes', () => {
  it('replaces the backup codes for the password, and voids the old ones', async () => {
    const user = await userWithFactor()

    const wrong = await user.post('/api/auth/mfa/backup-codes/', { password: 'not it' })
    const right = await user.post('/api/auth/mfa/backup-codes/', { password: ADMIN.password })
    const old = await finish((await login(user.username)).body.mfa_token, user.codes[0]!)
    const fresh = await finish((await login(user.username)).body.mfa_token, right.body.backup_codes[0])

    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['password']])
    expect(right.body).toEqual({ backup_codes: expect.any(Array) })
    expect(right.body.backup_codes).toHaveLength(8)
    expect([old.status, fresh.status]).toEqual([401, 200])
  })

  it('has no backup codes without a second factor', async () => {
    const user = await app.userOf('viewer')

    expect((await user.post('/api/auth/mfa/backup-codes/', { password: ADMIN.password })).status).toBe(400)
  })
})

describe('disabling the second factor', () => {
  it('requires the password, deletes the codes, and the next login needs only the password', async () => {
    const user = await userWithFactor()

    const wrong = await user.post('/api/auth/mfa/disable/', { password: 'not it' })
    const right = await user.post('/api/auth/mfa/disable/', { password: ADMIN.password })

    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['password']])
    expect([right.status, right.body]).toEqual([200, { enabled: false }])
    expect((await user.get('/api/auth/mfa/status/')).body).toEqual({ enabled: false, backup_codes_remaining: 0 })
    expect((await login(user.username)).status).toBe(200)
  })

  it('has a separate audit entry when an administrator does it, and ends the sessions', async () => {
    const user = await userWithFactor()

    const admin = await app.signIn(ADMIN.username, ADMIN.password)
    const { status, body } = await admin.post(`/api/auth/management/${user.id}/disable_mfa/`)
    const { body: log } = await admin.get(`/api/audit/logs/?action=user_mfa_disable&ordering=-id`)

    expect([status, body.mfa_enabled]).toEqual([200, false])
    expect(log.results[0]).toMatchObject({ username: 'admin', target_id: String(user.id), category: 'user_management' })
    expect((await user.get('/api/auth/profile/')).status).toBe(401)
    expect((await login(user.username)).status).toBe(200)
  })
})
