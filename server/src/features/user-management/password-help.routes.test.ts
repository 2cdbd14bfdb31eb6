import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { MINUTE, SECOND } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { type ReceivedMail, startSmtpServer, type TestSmtpServer } from '../../testing/smtp-server.ts'
import { ADMIN, type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const clock = createManualClock(new Date())
let smtp: TestSmtpServer
let app: TestApp
let administrator: Client
beforeAll(async () => {
  smtp = await startSmtpServer()
  app = await startTestApp({
    clock,
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'heddle@example.net', FRONTEND_URL: 'https://heddle.example.net' },
  })
})
// These tests move the clock, and access tokens last 15 minutes.
beforeEach(async () => {
  administrator = await app.userOf('administrator')
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

const USERS = '/api/auth/management/'
const NEW = 'staple under the bridge'

/** A user who can sign in, with a unique address. */
async function user() {
  const client = await app.userOf('viewer')
  const { username, email } = (await client.get('/api/auth/profile/')).body
  return { ...client, username: username as string, email: email as string }
}
type User = Awaited<ReturnType<typeof user>>

const act = (id: number, action: string, body?: object) => administrator.post(`${USERS}${id}/${action}/`, body)
const login = async ({ username }: User, password: string) =>
  (await app.anonymous.post('/api/auth/login/', { username, password })).status
const confirm = (body: object) =>
  app.anonymous.post('/api/auth/password-reset/confirm/', { new_password: NEW, ...body })

async function mailTo({ email }: User, subject: RegExp): Promise<ReceivedMail> {
  const isIt = (mail: ReceivedMail) => mail.to.includes(email) && subject.test(mail.subject)
  await vi.waitUntil(() => smtp.mails.some(isIt), { timeout: 20 * SECOND, interval: 20 })
  return smtp.mails.findLast(isIt)!
}
const tokenIn = (mail: ReceivedMail): string => {
  const link = /https:\/\/heddle\.example\.net\/reset-password\S+/.exec(mail.text)?.[0]
  return new URL(link!).searchParams.get('token')!
}

describe('reset_password', () => {
  it('removes the old password and mails a link that works once, when no password is given', async () => {
    const target = await user()

    const answer = await act(target.id, 'reset_password', {})
    const token = tokenIn(await mailTo(target, /new Heddle password/))

    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }])
    expect(await login(target, ADMIN.password)).toBe(401)
    expect(token).toMatch(/^[\w-]+:[\w-]+$/)
    const used = await confirm({ token })
    expect([used.status, used.body]).toEqual([200, { status: 'ok' }])
    expect(await login(target, NEW)).toBe(200)
    const again = await confirm({ token, new_password: `${NEW} again` })
    expect([again.status, Object.keys(again.body)]).toEqual([400, ['token']])
  })

  it('accepts a request without a body', async () => {
    const target = await user()

    expect((await act(target.id, 'reset_password')).status).toBe(200)
    await mailTo(target, /new Heddle password/)
  })

  it('sets a given password, and mails no link', async () => {
    const target = await user()

    const answer = await act(target.id, 'reset_password', { new_password: NEW })

    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }])
    expect([await login(target, ADMIN.password), await login(target, NEW)]).toEqual([401, 200])
    expect(smtp.mails.filter(({ to, subject }) => to.includes(target.email) && subject.startsWith('Choose'))).toEqual(
      [],
    )
  })

  it('voids earlier links and codes', async () => {
    const target = await user()
    await act(target.id, 'reset_password', {})
    const token = tokenIn(await mailTo(target, /new Heddle password/))
    const { code } = (await act(target.id, 'generate_reset_code')).body

    await act(target.id, 'reset_password', { new_password: NEW })

    expect((await confirm({ token, new_password: `${NEW} 2` })).status).toBe(400)
    expect((await confirm({ code, new_password: `${NEW} 2` })).status).toBe(400)
  })

  it.each([
    ['short', 'short'],
    ['the username', undefined],
    ['a common one', 'password123'],
    ['empty', ''],
    ['no text', 5],
  ])('rejects a password that is %s, and changes nothing', async (_what, password) => {
    const target = await user()

    const answer = await act(target.id, 'reset_password', { new_password: password ?? target.email })

    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['new_password']])
    expect((await target.get('/api/auth/profile/')).status).toBe(200)
    expect(await login(target, ADMIN.password)).toBe(200)
  })

  it('writes neither password nor link to the log or the audit log', async () => {
    const target = await user()
    await act(target.id, 'reset_password', {})
    const token = tokenIn(await mailTo(target, /new Heddle password/))
    await act(target.id, 'reset_password', { new_password: 'never to be read again' })

    const { results } = (await administrator.get('/api/audit/logs/?action=user_password_reset')).body
    const own = results.filter(({ target_id }: { target_id: string }) => target_id === String(target.id))
    const details = await Promise.all(own.map(({ id }: { id: number }) => administrator.get(`/api/audit/logs/${id}/`)))

    expect(own).toHaveLength(2)
    for (const text of [app.log(), ...details.map((detail: { text: string }) => detail.text)]) {
      expect(text).not.toContain('never to be read again')
      expect(text).not.toContain(token)
    }
  })
})

describe('a reset code', () => {
  const codeFor = async ({ id }: User): Promise<string> => (await act(id, 'generate_reset_code')).body.code

  it('has the form XXXX-XXXX and an expiry time', async () => {
    const target = await user()

    const { status, body } = await act(target.id, 'generate_reset_code')

    expect(status).toBe(200)
    expect(body.code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)
    expect(Date.parse(body.expires_at) - clock.now().getTime()).toBe(30 * MINUTE)
    expect((await target.get('/api/auth/profile/')).status).toBe(200)
  })

  it('sets a new password once and ends all sessions', async () => {
    const target = await user()
    const code = await codeFor(target)

    const used = await confirm({ code: code.toLowerCase() })
    const again = await confirm({ code, new_password: `${NEW} again` })

    expect([used.status, used.body]).toEqual([200, { status: 'ok' }])
    expect([again.status, Object.keys(again.body)]).toEqual([400, ['code']])
    expect([await login(target, ADMIN.password), await login(target, NEW)]).toEqual([401, 200])
    expect((await target.get('/api/auth/profile/')).status).toBe(401)
  })

  it('is used up by only one of two concurrent calls', async () => {
    const code = await codeFor(await user())

    const answers = await Promise.all([confirm({ code }), confirm({ code, new_password: `${NEW} too` })])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('is void once a newer one exists', async () => {
    const target = await user()
    const older = await codeFor(target)
    const newer = await codeFor(target)

    expect((await confirm({ code: older })).status).toBe(400)
    expect((await confirm({ code: newer })).status).toBe(200)
  })

  it('is not used up by a weak password', async () => {
    const code = await codeFor(await user())

    const weak = await confirm({ code, new_password: 'short' })

    expect([weak.status, Object.keys(weak.body)]).toEqual([400, ['new_password']])
    expect((await confirm({ code })).status).toBe(200)
  })

  it('expires after 30 minutes', async () => {
    const [early, late] = [await user(), await user()]
    const [used, missed] = [await codeFor(early), await codeFor(late)]

    await clock.leap(30 * MINUTE - SECOND)
    const inTime = (await confirm({ code: used })).status
    await clock.leap(SECOND)
    const tooLate = await confirm({ code: missed })

    expect(inTime).toBe(200)
    expect([tooLate.status, Object.keys(tooLate.body)]).toEqual([400, ['code']])
  })
})

describe('verify_email', () => {
  it('marks the address as verified, even twice', async () => {
    const target = await user()

    const answers = [await act(target.id, 'verify_email'), await act(target.id, 'verify_email')]

    expect(answers.map(({ status, body }) => [status, body.email_verified])).toEqual([
      [200, true],
      [200, true],
    ])
    expect((await target.get('/api/auth/profile/')).body.email_verified).toBe(true)
  })
})

describe('disable_mfa', () => {
  async function enrol(target: User): Promise<string[]> {
    const { secret } = (await target.post('/api/auth/mfa/setup/')).body
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() })
    const { status, body } = await target.post('/api/auth/mfa/verify/', { code })
    expect(status).toBe(200)
    return body.backup_codes
  }

  it('lets the user sign in with the password alone, and old backup codes stay void', async () => {
    const target = await user()
    const [backup] = await enrol(target)
    const before = await login(target, ADMIN.password)

    const answer = await act(target.id, 'disable_mfa')

    expect([before, answer.status, answer.body.mfa_enabled]).toEqual([202, 200, false])
    const again = await app.signIn(target.username, ADMIN.password)
    expect((await again.get('/api/auth/mfa/status/')).body).toEqual({ enabled: false, backup_codes_remaining: 0 })
    await enrol({ ...target, ...again })
    const { mfa_token } = (
      await app.anonymous.post('/api/auth/login/', { username: target.username, password: ADMIN.password })
    ).body
    expect((await app.anonymous.post('/api/auth/mfa-login/', { mfa_token, code: backup })).status).toBe(401)
  })

  it('has a different audit entry from disabling your own factor', async () => {
    const target = await user()
    await enrol(target)
    await act(target.id, 'disable_mfa')

    const { results } = (await administrator.get('/api/audit/logs/?action=user_mfa_disable')).body

    const own = results.filter(({ target_id }: { target_id: string }) => target_id === String(target.id))
    expect(own).toMatchObject([{ category: 'user_management', username: expect.stringContaining('administrator') }])
  })

  it('does nothing for a user without a second factor', async () => {
    const target = await user()

    expect((await act(target.id, 'disable_mfa')).status).toBe(200)
    expect(await login(target, ADMIN.password)).toBe(200)
  })
})
