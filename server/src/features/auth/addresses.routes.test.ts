import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { HOUR, MINUTE } from '../../kernel/durations.ts'
import { startAppWithMail } from '../../testing/auth/start-app-with-mail.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import type { TestSmtpServer } from '../../testing/smtp-server.ts'
import { ADMIN, type Client, type TestApp } from '../../testing/start-test-app.ts'

const clock = createManualClock()
let smtp: TestSmtpServer
let app: TestApp
let stop: () => Promise<void>
beforeAll(async () => void ({ app, smtp, stop } = await startAppWithMail(clock)))
afterAll(() => stop())

const PROFILE = '/api/auth/profile/'
const RESET = '/api/auth/password-reset/'
const VERIFY = '/api/auth/email/send-verification/'
const mailsTo = (address: string, subject: RegExp) =>
  smtp.mails.filter((mail) => mail.to.includes(address) && subject.test(mail.subject))
async function mailTo(address: string, subject: RegExp) {
  await vi.waitUntil(() => mailsTo(address, subject).length > 0, { timeout: 20_000, interval: 20 })
  return mailsTo(address, subject).at(-1)!
}
const posted = async (address: string): Promise<string[]> => {
  const { rows } = await app.app.platform.database.pool.query('select subject from mail_outbox where recipient = $1', [
    address,
  ])
  return rows.map(({ subject }) => subject)
}

let made = 0
async function newUser() {
  const user = await app.userOf('viewer')
  const { username, email, id } = (await user.get(PROFILE)).body
  return {
    ...user,
    id: id as number,
    username: username as string,
    email: email as string,
    next: `next-${++made}@example.org`,
  }
}
const change = (user: Client, email: string) => user.patch(PROFILE, { email })
async function verify(user: Client, address: string): Promise<void> {
  await user.post(VERIFY)
  const link = new URL(/https:\S+/.exec((await mailTo(address, /Confirm/)).text)![0])
  expect((await app.anonymous.get(link.pathname + link.search)).headers.get('location')).toContain('verified=1')
}
/** Resolves when the job has run, whether or not it mailed. */
async function requestReset(email: string): Promise<void> {
  const done = async () => {
    const { rows } = await app.app.platform.database.pool.query(
      `select count(*)::int as n from heddle_jobs.job where name = 'request-password-reset' and data ->> 'email' = $1 and state = 'completed'`,
      [email],
    )
    return rows[0].n as number
  }
  const before = await done()
  expect((await app.anonymous.post(RESET, { email })).body).toEqual({ status: 'ok' })
  await vi.waitUntil(async () => (await done()) > before, { timeout: 20_000, interval: 20 })
}

it('a changed address gets nothing but its confirmation until it is verified; the old one gets a notice', async () => {
  const { next, ...user } = await newUser()
  await change(user, next)
  await requestReset(next)
  await user.post('/api/auth/password/change/', {
    old_password: ADMIN.password,
    new_password: 'a quite different loom',
  })
  await user.post(VERIFY)

  expect(await posted(next)).toEqual(['Confirm your e-mail address'])
  expect((await posted(user.email)).toSorted()).toEqual([
    'Choose a new Heddle password',
    'The e-mail address of your Heddle account was changed',
    'Your Heddle password was changed',
  ])
  expect((await user.get(PROFILE)).body).toMatchObject({ email: next, email_verified: false })
})

it('a reset by the old address works too, and goes to the last verified one however often it changes', async () => {
  const user = await newUser()
  await verify(user, user.email)
  await change(user, user.next)
  await change(user, `another-${user.next}`)
  await requestReset(user.email)

  expect(await posted(user.email)).toContain('Choose a new Heddle password')
  expect([await posted(user.next), await posted(`another-${user.next}`)]).toEqual([[], []])
})

it('a verified address gets the mails from then on, and links mailed to the old one are void', async () => {
  const user = await newUser()
  await change(user, user.next)
  await requestReset(user.email)
  const old = new URL(/https:\S+/.exec((await mailTo(user.email, /new Heddle password/)).text)![0]).searchParams.get(
    'token',
  )
  await verify(user, user.next)
  await clock.leap(2 * MINUTE)
  await requestReset(user.next)

  const answer = await app.anonymous.post(`${RESET}confirm/`, { token: old, new_password: 'a quite different loom' })

  expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['token']])
  expect(await posted(user.next)).toContain('Choose a new Heddle password')
})

it('a link stays valid when the address changes and is not verified, so that nobody can void it that way', async () => {
  const user = await newUser()
  await requestReset(user.email)
  const token = new URL(/https:\S+/.exec((await mailTo(user.email, /new Heddle password/)).text)![0]).searchParams.get(
    'token',
  )
  await change(user, user.next)

  expect((await app.anonymous.post(`${RESET}confirm/`, { token, new_password: 'a quite different loom' })).status).toBe(
    200,
  )
})

it("an administrator's change counts once the administrator verifies it", async () => {
  const user = await newUser()
  const admin = await app.signIn(ADMIN.username, ADMIN.password)
  await admin.patch(`/api/auth/management/${user.id}/`, { email: user.next })
  await requestReset(user.next)
  const before = await posted(user.next)
  await admin.post(`/api/auth/management/${user.id}/verify_email/`)
  await requestReset(user.next)

  expect(before).toEqual([])
  expect(await posted(user.next)).toEqual(['Choose a new Heddle password'])
})

it('nobody else can take the old address until the new one is verified', async () => {
  const [user, other] = [await newUser(), await newUser()]
  await change(user, user.next)

  const early = await change(other, user.email.toUpperCase().toLowerCase())
  const created = await app.admin.post('/api/auth/management/', { username: `taker-${made}`, email: user.email })
  await verify(user, user.next)
  const late = await change(other, user.email)

  expect([early.status, early.body]).toEqual([400, { email: [expect.any(String)] }])
  expect([created.status, Object.keys(created.body)]).toEqual([400, ['email']])
  expect(late.status).toBe(200)
})

it('an address can be changed back, and mail goes there', async () => {
  const user = await newUser()
  await change(user, user.next)
  expect((await change(user, user.email)).status).toBe(200)
  await requestReset(user.email)

  expect(await posted(user.email)).toContain('Choose a new Heddle password')
  expect((await change(await newUser(), user.next)).status).toBe(200)
})

it('at most three reset mails an hour reach a recipient, and none within two minutes of another', async () => {
  const user = await newUser()
  const resets = async () => (await posted(user.email)).filter((subject) => subject.startsWith('Choose')).length

  const counts: number[] = []
  for (const waitMs of [0, 2 * MINUTE - 1, 1, 2 * MINUTE, 2 * MINUTE, HOUR]) {
    await clock.leap(waitMs)
    await requestReset(user.email)
    counts.push(await resets())
  }

  expect(counts).toEqual([1, 1, 2, 3, 3, 4])
})

it('at most three verification mails an hour reach a recipient, from whichever accounts', async () => {
  const address = `victim-${++made}@example.org`
  for (let i = 0; i < 5; i += 1) {
    const user = await newUser()
    await change(user, address)
    expect((await user.post(VERIFY)).body).toEqual({ status: 'ok' })
    await change(user, user.email)
  }

  expect(await posted(address)).toEqual(Array(3).fill('Confirm your e-mail address'))
})

it('mails greet by the username and quote nothing that its user wrote', async () => {
  const user = await newUser()
  await user.patch(PROFILE, { first_name: 'account on hold, see http://evil.example/login', email: user.next })
  await user.post(VERIFY)

  const { text, html } = await mailTo(user.next, /Confirm/)

  expect(text.startsWith(`Hello ${user.username},\n`)).toBe(true)
  expect(text + html).not.toContain('evil.example')
})

it('a changed password and a disabled factor are mailed when an administrator does it', async () => {
  const user = await newUser()
  const admin = await app.signIn(ADMIN.username, ADMIN.password)
  await app.app.platform.database.pool.query('update users set mfa_enabled = true where id = $1', [user.id])
  await admin.post(`/api/auth/management/${user.id}/disable_mfa/`)
  await admin.post(`/api/auth/management/${user.id}/reset_password/`, { new_password: 'a quite different loom' })

  expect((await posted(user.email)).toSorted()).toEqual([
    'The second factor of your Heddle account was disabled',
    'Your Heddle password was changed',
  ])
})
