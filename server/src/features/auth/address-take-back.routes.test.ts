import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { DAY } from '../../kernel/durations.ts'
import { startAppWithMail } from '../../testing/auth/start-app-with-mail.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import type { TestSmtpServer } from '../../testing/smtp-server.ts'
import { ADMIN, type Client, type TestApp } from '../../testing/start-test-app.ts'

const PROFILE = '/api/auth/profile/'
const TAKE_BACK = '/api/auth/email/take-back/'
const CHANGED = /was changed$/
const INVALID = { token: ['This link is not valid, has been used or has expired.'] }

const clock = createManualClock()
let smtp: TestSmtpServer
let app: TestApp
let stop: () => Promise<void>
beforeAll(async () => void ({ app, smtp, stop } = await startAppWithMail(clock)))
afterAll(() => stop())

const mailsTo = (address: string, subject: RegExp) =>
  smtp.mails.filter((mail) => mail.to.includes(address) && subject.test(mail.subject))

async function mailTo(address: string, subject: RegExp, count = 1) {
  await vi.waitUntil(() => mailsTo(address, subject).length >= count, { timeout: 20_000, interval: 20 })
  return mailsTo(address, subject).at(count - 1)!
}

const linkIn = (text: string): URL => new URL(/https:\S+/.exec(text)![0])
const tokenMailedTo = async (address: string, count?: number) =>
  linkIn((await mailTo(address, CHANGED, count)).text).searchParams.get('token')!

async function verify(user: Client, address: string): Promise<void> {
  await user.post('/api/auth/email/send-verification/')
  const { pathname, search } = linkIn((await mailTo(address, /Confirm/)).text)
  await app.anonymous.get(pathname + search)
}

let made = 0
/** With a verified address. */
async function newUser() {
  const user = await app.userOf('viewer')
  const { email, username } = (await user.get(PROFILE)).body
  await verify(user, email)
  return { ...user, email: email as string, username: username as string, thief: `thief-${++made}@example.org` }
}

const change = (user: Client, email: string) => user.patch(PROFILE, { email })
const takeBack = (token: string) => app.anonymous.post(TAKE_BACK, { token })
const addressOf = async ({ id }: { readonly id: number }) => {
  const { email, email_verified } = (await app.admin.get(`/api/auth/management/${id}/`)).body
  return [email, email_verified]
}

it('the old address gets a link that takes the change back and ends all sessions, even after the new one was verified', async () => {
  const user = await newUser()
  await change(user, user.thief)
  await verify(user, user.thief)

  const answer = await takeBack(await tokenMailedTo(user.email))

  expect(answer).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await addressOf(user)).toEqual([user.email, true])
  expect((await user.get(PROFILE)).status).toBe(401)
  expect((await app.anonymous.post('/api/auth/token/refresh/', { refresh: user.refresh })).status).toBe(401)
  expect((await app.signIn(user.username, ADMIN.password)).id).toBe(user.id)
})

it('voids reset links and confirmations that went to the new address', async () => {
  const user = await newUser()
  await change(user, user.thief)
  const token = await tokenMailedTo(user.email)
  await user.post('/api/auth/email/send-verification/')
  const confirmation = linkIn((await mailTo(user.thief, /Confirm/)).text)
  await takeBack(token)

  await app.anonymous.get(confirmation.pathname + confirmation.search)

  expect(await addressOf(user)).toEqual([user.email, true])
})

it('of two changes, the link to the first address is good for both, and voids the one to the second', async () => {
  const user = await newUser()
  await change(user, user.thief)
  await verify(user, user.thief)
  await change(user, `second-${user.thief}`)
  const toThief = await tokenMailedTo(user.thief)

  expect((await takeBack(await tokenMailedTo(user.email))).status).toBe(200)
  expect((await takeBack(toThief)).status).toBe(400)
  expect(await addressOf(user)).toEqual([user.email, true])
})

it('keeps the address from others for as long as the link is good', async () => {
  const user = await newUser()
  const accomplice = await newUser()
  await change(user, user.thief)
  await verify(user, user.thief)

  const taken = await change(accomplice, user.email.toUpperCase())

  expect(taken).toMatchObject({ status: 400, body: { email: ['Another account uses this address.'] } })
  expect((await takeBack(await tokenMailedTo(user.email))).status).toBe(200)
})

it('is mailed for a verified address only, and not for a change by an administrator', async () => {
  const unverified = await app.userOf('viewer')
  const { email } = (await unverified.get(PROFILE)).body
  await change(unverified, `new-${email}`)
  const managed = await newUser()
  await app.admin.patch(`/api/auth/management/${managed.id}/`, { email: managed.thief })

  for (const address of [email, managed.email]) expect((await mailTo(address, CHANGED)).text).not.toContain('https:')
})

it('is in a mail that says what it does, as text and as a page', async () => {
  const user = await newUser()
  await change(user, user.thief)

  const { subject, text, html } = await mailTo(user.email, CHANGED)

  const link = linkIn(text)
  expect(subject).toBe('The e-mail address of your Heddle account was changed')
  expect(text.replace(link.href, '<link>')).toBe(
    `Hello ${user.username},

the e-mail address of your Heddle account "${user.username}" was changed. Mail keeps coming here until the new address is verified.

If this was not you, undo the change: your account goes back to this address, and everyone who is signed in to it is signed out. Then choose a new password, and delete API tokens that are not yours. The link works once and expires in seven days.

Undo the change:
<link>

-- 
If it was you, there is nothing to do.`,
  )
  expect(link.href).toMatch(/^https:\/\/ui\.example\/take-back-address\?token=[\w-]{43}$/)
  expect(html).toContain(`href="${link.href}"`)
  expect(text + html).not.toContain(user.thief)
})

it('leaves no token in the database, and an entry in the audit log', async () => {
  const user = await newUser()
  await change(user, user.thief)
  const token = await tokenMailedTo(user.email)
  const { rows } = await app.app.platform.database.pool.query('select token_hash from address_take_backs')
  expect(JSON.stringify(rows)).not.toContain(token)
  await takeBack(token)

  const { results } = (await app.admin.get('/api/audit/logs/?action=email_take_back&page_size=1')).body

  expect(results[0]).toMatchObject({ action: 'email_take_back', target_id: String(user.id), username: user.username })
  expect((await mailTo(user.email, /was restored$/)).text).toContain('was undone')
})

it('works once, for seven days', async () => {
  const user = await newUser()
  await change(user, user.thief)
  const token = await tokenMailedTo(user.email)
  const [first, second] = await Promise.all([takeBack(token), takeBack(token)])
  expect([first.status, second.status].toSorted()).toEqual([200, 400])

  const other = await newUser()
  await change(other, other.thief)
  const late = await tokenMailedTo(other.email)
  await clock.leap(7 * DAY)

  expect(await takeBack(late)).toMatchObject({ status: 400, body: INVALID })
  expect(await takeBack('nonsense')).toMatchObject({ status: 400, body: INVALID })
})
