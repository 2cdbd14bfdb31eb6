import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { MINUTE, SECOND } from '../../platform/durations.ts'
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
// Time moves here, and tokens live a quarter of an hour.
beforeEach(async () => {
  administrator = await app.userOf('administrator')
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

const USERS = '/api/auth/management/'
const NEW = 'staple under the bridge'

/** A user who can sign in, with an address of its own. */
async function user() {
  const client = await app.userOf('viewer')
  const { username, email } = (await client.get('/api/auth/profile/')).body
  return { ...client, username: username as string, email: email as string }
}
type User = Awaited<ReturnType<typeof user>>

const act = (id: number, action: string, body?: object) => administrator.post(`${USERS}${id}/${action}/`, body)
const login = async ({ username }: User, password: string) => (await app.anonymous.post('/api/auth/login/', { username, password })).status
const confirm = (body: object) => app.anonymous.post('/api/auth/password-reset/confirm/', { new_password: NEW, ...body })

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
  it('without a password takes the old one away and mails a link that works once', async () => {
    const somebody = await user()

    const answer = await act(somebody.id, 'reset_password', {})
    const token = tokenIn(await mailTo(somebody, /new Heddle password/))

    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }])
    expect(await login(somebody, ADMIN.password)).toBe(401)
    expect(token).toMatch(/^[\w-]+:[\w-]+$/)
    const used = await confirm({ token })
    expect([used.status, used.body]).toEqual([200, { status: 'ok' }])
    expect(await login(somebody, NEW)).toBe(200)
    const again = await confirm({ token, new_password: `${NEW} again` })
    expect([again.status, Object.keys(again.body)]).toEqual([400, ['token']])
  })

  it('needs no body at all', async () => {
    const somebody = await user()

    expect((await act(somebody.id, 'reset_password')).status).toBe(200)
    await mailTo(somebody, /new Heddle password/)
  })

  it('with a password sets it, and mails no link', async () => {
    const somebody = await user()

    const answer = await act(somebody.id, 'reset_password', { new_password: NEW })

    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }])
    expect([await login(somebody, ADMIN.password), await login(somebody, NEW)]).toEqual([401, 200])
    expect(smtp.mails.filter(({ to, subject }) => to.includes(somebody.email) && subject.startsWith('Choose'))).toEqual([])
  })

  it('voids links and codes of before', async () => {
    const somebody = await user()
    await act(somebody.id, 'reset_password', {})
    const token = tokenIn(await mailTo(somebody, /new Heddle password/))
    const { code } = (await act(somebody.id, 'generate_reset_code')).body

    await act(somebody.id, 'reset_password', { new_password: NEW })

    expect((await confirm({ token, new_password: `${NEW} 2` })).status).toBe(400)
    expect((await confirm({ code, new_password: `${NEW} 2` })).status).toBe(400)
  })

  it.each([
    ['short', 'short'],
    ['the username', undefined],
    ['a common one', 'password123'],
    ['empty', ''],
    ['no text', 5],
  ])('refuses a password that is %s and changes nothing', async (_what, password) => {
    const somebody = await user()

    const answer = await act(somebody.id, 'reset_password', { new_password: password ?? somebody.email })

    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['new_password']])
    expect((await somebody.get('/api/auth/profile/')).status).toBe(200)
    expect(await login(somebody, ADMIN.password)).toBe(200)
  })

  it('leaves neither password nor link in log and audit log', async () => {
    const somebody = await user()
    await act(somebody.id, 'reset_password', {})
    const token = tokenIn(await mailTo(somebody, /new Heddle password/))
    await act(somebody.id, 'reset_password', { new_password: 'never to be read again' })

    const { results } = (await administrator.get('/api/audit/logs/?action=user_password_reset')).body
    const own = results.filter(({ target_id }: { target_id: string }) => target_id === String(somebody.id))
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

  it('has the form XXXX-XXXX and says when it ends', async () => {
    const somebody = await user()

    const { status, body } = await act(somebody.id, 'generate_reset_code')

    expect(status).toBe(200)
    expect(body.code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)
    expect(Date.parse(body.expires_at) - clock.now().getTime()).toBe(30 * MINUTE)
    expect((await somebody.get('/api/auth/profile/')).status).toBe(200)
  })

  it('sets a new password once and ends all sessions', async () => {
    const somebody = await user()
    const code = await codeFor(somebody)

    const used = await confirm({ code: code.toLowerCase() })
    const again = await confirm({ code, new_password: `${NEW} again` })

    expect([used.status, used.body]).toEqual([200, { status: 'ok' }])
    expect([again.status, Object.keys(again.body)]).toEqual([400, ['code']])
    expect([await login(somebody, ADMIN.password), await login(somebody, NEW)]).toEqual([401, 200])
    expect((await somebody.get('/api/auth/profile/')).status).toBe(401)
  })

  it('is spent by one of two at the same moment', async () => {
    const code = await codeFor(await user())

    const answers = await Promise.all([confirm({ code }), confirm({ code, new_password: `${NEW} too` })])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('is void when there is a newer one', async () => {
    const somebody = await user()
    const older = await codeFor(somebody)
    const newer = await codeFor(somebody)

    expect((await confirm({ code: older })).status).toBe(400)
    expect((await confirm({ code: newer })).status).toBe(200)
  })

  it('is not used up by a weak password', async () => {
    const code = await codeFor(await user())

    const weak = await confirm({ code, new_password: 'short' })

    expect([weak.status, Object.keys(weak.body)]).toEqual([400, ['new_password']])
    expect((await confirm({ code })).status).toBe(200)
  })

  it('ends after 30 minutes', async () => {
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
  it('takes the address for verified, also twice', async () => {
    const somebody = await user()

    const answers = [await act(somebody.id, 'verify_email'), await act(somebody.id, 'verify_email')]

    expect(answers.map(({ status, body }) => [status, body.email_verified])).toEqual([
      [200, true],
      [200, true],
    ])
    expect((await somebody.get('/api/auth/profile/')).body.email_verified).toBe(true)
  })
})

describe('disable_mfa', () => {
  async function enrol(somebody: User): Promise<string[]> {
    const { secret } = (await somebody.post('/api/auth/mfa/setup/')).body
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() })
    const { status, body } = await somebody.post('/api/auth/mfa/verify/', { code })
    expect(status).toBe(200)
    return body.backup_codes
  }

  it('lets the user in with the password alone, and old backup codes stay dead', async () => {
    const somebody = await user()
    const [backup] = await enrol(somebody)
    const before = await login(somebody, ADMIN.password)

    const answer = await act(somebody.id, 'disable_mfa')

    expect([before, answer.status, answer.body.mfa_enabled]).toEqual([202, 200, false])
    const again = await app.signIn(somebody.username, ADMIN.password)
    expect((await again.get('/api/auth/mfa/status/')).body).toEqual({ enabled: false, backup_codes_remaining: 0 })
    await enrol({ ...somebody, ...again })
    const { mfa_token } = (await app.anonymous.post('/api/auth/login/', { username: somebody.username, password: ADMIN.password })).body
    expect((await app.anonymous.post('/api/auth/mfa-login/', { mfa_token, code: backup })).status).toBe(401)
  })

  it('is written down apart from disabling it oneself', async () => {
    const somebody = await user()
    await enrol(somebody)
    await act(somebody.id, 'disable_mfa')

    const { results } = (await administrator.get('/api/audit/logs/?action=user_mfa_disable')).body

    const own = results.filter(({ target_id }: { target_id: string }) => target_id === String(somebody.id))
    expect(own).toMatchObject([{ category: 'user_management', username: expect.stringContaining('administrator') }])
  })

  it('does no harm to who has none', async () => {
    const somebody = await user()

    expect((await act(somebody.id, 'disable_mfa')).status).toBe(200)
    expect(await login(somebody, ADMIN.password)).toBe(200)
  })
})
