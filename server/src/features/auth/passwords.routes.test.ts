import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { HOUR, MINUTE } from '../../kernel/durations.ts'
import { startAppWithMail } from '../../testing/auth/start-app-with-mail.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import type { TestSmtpServer } from '../../testing/smtp-server.ts'
import { ADMIN, type Client, type TestApp } from '../../testing/start-test-app.ts'

const NEW = 'a quite different loom'
const clock = createManualClock()
let smtp: TestSmtpServer
let app: TestApp
let stop: () => Promise<void>
beforeAll(async () => void ({ app, smtp, stop } = await startAppWithMail(clock)))
afterAll(() => stop())

const CHANGE = '/api/auth/password/change/'
const RESET = '/api/auth/password-reset/'
const CONFIRM = '/api/auth/password-reset/confirm/'
const nameOf = async (user: Client): Promise<string> => (await user.get('/api/auth/profile/')).body.username
const login = (username: string, password: string) => app.anonymous.post('/api/auth/login/', { username, password })

/** Tests move the clock, so tokens expire. */
const admin = () => app.signIn(ADMIN.username, ADMIN.password)

async function editor() {
  const user = await app.userOf('editor')
  const username = await nameOf(user)
  return { ...user, username, email: `${username}@localhost` }
}

async function mailTo(address: string, subject: RegExp) {
  for (;;) {
    const mail = await smtp.nextMail()
    if (mail.to.includes(address) && subject.test(mail.subject)) return mail
  }
}

const sql = async (text: string, values: readonly unknown[]) =>
  (await app.app.platform.database.pool.query(text, [...values])).rows
const requestsOf = (emails: readonly string[]) =>
  sql(`select state from heddle_jobs.job where name = 'request-password-reset' and data ->> 'email' = any($1)`, [
    emails,
  ])
const mailsPostedTo = (addresses: readonly string[]) =>
  sql('select recipient, subject from mail_outbox where recipient = any($1)', [addresses])

async function askForLink(email: string): Promise<string> {
  const { status, body } = await app.anonymous.post(RESET, { email })
  expect([status, body]).toEqual([200, { status: 'ok' }])
  const { text } = await mailTo(email, /new Heddle password/)
  return new URL(/https:\S+/.exec(text)![0]).searchParams.get('token')!
}

describe('changing your own password', () => {
  it('ends all other sessions, keeps the current one, and mails a notice', async () => {
    const user = await editor()
    const other = await app.signIn(user.username, ADMIN.password)

    const { status, body } = await user.post(CHANGE, { old_password: ADMIN.password, new_password: NEW })

    expect([status, body]).toEqual([200, { status: 'ok' }])
    expect((await other.get('/api/auth/profile/')).status).toBe(401)
    expect((await app.anonymous.post('/api/auth/token/refresh/', { refresh: other.refresh })).status).toBe(401)
    expect((await user.get('/api/auth/profile/')).status).toBe(200)
    expect((await app.anonymous.post('/api/auth/token/refresh/', { refresh: user.refresh })).status).toBe(200)
    expect([(await login(user.username, ADMIN.password)).status, (await login(user.username, NEW)).status]).toEqual([
      401, 200,
    ])
    expect((await mailTo(user.email, /was changed/)).text).not.toContain(NEW)
  })

  it.each([
    ['a wrong old password', { old_password: 'not it at all', new_password: NEW }, ['old_password']],
    ['a short new password', { old_password: ADMIN.password, new_password: 'short' }, ['new_password']],
    ['a common new password', { old_password: ADMIN.password, new_password: 'qwertyuiop' }, ['new_password']],
    ['the old password again', { old_password: ADMIN.password, new_password: ADMIN.password }, ['new_password']],
    ['nothing', {}, ['new_password', 'old_password']],
  ])('rejects a change with %s', async (_name, body, fields) => {
    const user = await editor()

    const answer = await user.post(CHANGE, body)

    expect([answer.status, Object.keys(answer.body).sort()]).toEqual([400, fields])
  })

  it('rejects the username and the e-mail address as passwords', async () => {
    const user = await editor()

    const answer = await user.post(CHANGE, { old_password: ADMIN.password, new_password: user.email.toUpperCase() })

    expect(answer.body.new_password[0]).toMatch(/username or the e-mail/)
  })

  it('counts wrong old passwords in a session, so that a stolen token cannot guess them', async () => {
    const user = await editor()

    const statuses: number[] = []
    for (let i = 0; i < 11; i += 1)
      statuses.push((await user.post(CHANGE, { old_password: `guess ${i}`, new_password: NEW })).status)

    expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
  })
})

describe('a reset link', () => {
  it('is mailed, opens the frontend, works once and ends every session', async () => {
    const user = await editor()
    const token = await askForLink(user.email.toUpperCase().toLowerCase())

    const first = await app.anonymous.post(CONFIRM, { token, new_password: NEW })
    const second = await app.anonymous.post(CONFIRM, { token, new_password: 'yet another long one' })

    expect(token).toMatch(/^[\w-]+:[\w-]{43}$/)
    expect(Buffer.from(token.split(':')[0]!, 'base64url').toString()).toBe(String(user.id))
    expect([first.status, first.body]).toEqual([200, { status: 'ok' }])
    expect([second.status, Object.keys(second.body)]).toEqual([400, ['token']])
    expect((await user.get('/api/auth/profile/')).status).toBe(401)
    expect((await login(user.username, NEW)).status).toBe(200)
  })

  it('is not mailed to unknown, inactive or malformed addresses, which get the same response', async () => {
    const inactive = await editor()
    await (await admin()).post(`/api/auth/management/${inactive.id}/deactivate/`)
    const witness = await editor()
    const unheard = ['nobody@example.org', inactive.email, 'no address', `${witness.email}'--`]

    for (const email of unheard) {
      expect((await app.anonymous.post(RESET, { email })).body).toEqual({ status: 'ok' })
    }
    await vi.waitFor(
      async () => expect(await requestsOf(unheard)).toEqual(unheard.map(() => ({ state: 'completed' }))),
      20_000,
    )
    await askForLink(witness.email)

    // By recipient: notices to the users of earlier tests may still be on their way.
    expect(await mailsPostedTo([...unheard, witness.email])).toEqual([
      { recipient: witness.email, subject: 'Choose a new Heddle password' },
    ])
  })

  it('is valid only while it is the newest, for an hour, and until the password changes', async () => {
    const user = await editor()
    const older = await askForLink(user.email)
    await clock.leap(2 * MINUTE)
    const newer = await askForLink(user.email)

    expect((await app.anonymous.post(CONFIRM, { token: older, new_password: NEW })).status).toBe(400)
    await user.post(CHANGE, { old_password: ADMIN.password, new_password: NEW })
    expect((await app.anonymous.post(CONFIRM, { token: newer, new_password: 'yet another long one' })).status).toBe(400)

    await clock.leap(2 * MINUTE)
    const late = await askForLink(user.email)
    await clock.leap(HOUR)
    expect((await app.anonymous.post(CONFIRM, { token: late, new_password: 'yet another long one' })).status).toBe(400)
  })

  it('is not used up by a rejected password, and every error is listed', async () => {
    const user = await editor()
    const token = await askForLink(user.email)

    const weak = await app.anonymous.post(CONFIRM, { token, new_password: 'short' })
    const same = await app.anonymous.post(CONFIRM, { token, new_password: ADMIN.password })
    const both = await app.anonymous.post(CONFIRM, { token: 'MQ:nonsense', new_password: 'short' })
    const right = await app.anonymous.post(CONFIRM, { token, new_password: NEW })

    expect([weak.status, Object.keys(weak.body)]).toEqual([400, ['new_password']])
    expect([same.status, Object.keys(same.body)]).toEqual([400, ['new_password']])
    expect([both.status, Object.keys(both.body).sort()]).toEqual([400, ['new_password', 'token']])
    expect(right.status).toBe(200)
  })

  it.each([
    ['neither', { new_password: NEW }, ['code', 'token']],
    ['both', { token: 'MQ:x', code: 'AAAA-AAAA', new_password: NEW }, ['non_field_errors']],
    ['a malformed token', { token: '::::', new_password: NEW }, ['token']],
    [
      'a token with a number that is too large',
      { token: `${Buffer.from('99999999999').toString('base64url')}:x`, new_password: NEW },
      ['token'],
    ],
  ])('rejects a reset with %s', async (_name, body, fields) => {
    const answer = await app.anonymous.post(CONFIRM, body)

    expect([answer.status, Object.keys(answer.body).sort()]).toEqual([400, fields])
  })

  it('neither removes the second factor nor signs the user in', async () => {
    const user = await editor()
    const token = await askForLink(user.email)

    const answer = await app.anonymous.post(CONFIRM, { token, new_password: NEW })

    expect(Object.keys(answer.body)).toEqual(['status'])
  })

  it('is stored as a hash, and sealed in the outbox', async () => {
    const user = await editor()
    const token = await askForLink(user.email)

    const { rows } = await app.app.platform.database.pool.query(
      'select * from password_reset_tokens where user_id = $1',
      [user.id],
    )

    expect(rows[0].token_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(rows)).not.toContain(token.split(':')[1])
    expect(app.log()).not.toContain(token.split(':')[1])
  })
})

describe("an administrator's code", () => {
  it('works once, in any letter case and spacing, for half an hour', async () => {
    const user = await editor()
    const { body } = await (await admin()).post(`/api/auth/management/${user.id}/generate_reset_code/`)

    const first = await app.anonymous.post(CONFIRM, { code: body.code.toLowerCase(), new_password: NEW })
    const second = await app.anonymous.post(CONFIRM, { code: body.code, new_password: 'yet another long one' })

    expect(body.code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
    expect(Date.parse(body.expires_at)).toBe(clock.now().getTime() + 30 * MINUTE)
    expect([first.status, first.body]).toEqual([200, { status: 'ok' }])
    expect([second.status, Object.keys(second.body)]).toEqual([400, ['code']])
  })

  it('expires after half an hour, and when a newer one is created', async () => {
    const user = await editor()
    const older = (await (await admin()).post(`/api/auth/management/${user.id}/generate_reset_code/`)).body.code
    const newer = (await (await admin()).post(`/api/auth/management/${user.id}/generate_reset_code/`)).body.code

    expect((await app.anonymous.post(CONFIRM, { code: older, new_password: NEW })).status).toBe(400)
    await clock.leap(30 * MINUTE)
    expect((await app.anonymous.post(CONFIRM, { code: newer, new_password: NEW })).status).toBe(400)
  })
})
