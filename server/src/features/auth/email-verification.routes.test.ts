import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY } from '../../kernel/durations.ts'
import { startAppWithMail } from '../../testing/auth/start-app-with-mail.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import type { TestSmtpServer } from '../../testing/smtp-server.ts'
import { ADMIN, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const clock = createManualClock()
let smtp: TestSmtpServer
let app: TestApp
let stop: () => Promise<void>
beforeAll(async () => void ({ app, smtp, stop } = await startAppWithMail(clock)))
afterAll(() => stop())

type User = Awaited<ReturnType<TestApp['userOf']>>

async function mailTo(address: string) {
  for (;;) {
    const mail = await smtp.nextMail()
    if (mail.to.includes(address)) return mail
  }
}

async function linkFor(user: User): Promise<string> {
  const { body: profile } = await user.get('/api/auth/profile/')
  const { status, body } = await user.post('/api/auth/email/send-verification/')
  expect([status, body]).toEqual([200, { status: 'ok' }])
  const link = new URL(/https:\S+/.exec((await mailTo(profile.email)).text)![0])
  expect(link.origin + link.pathname).toBe('https://heddle.example/api/auth/email/verify/')
  return link.pathname + link.search
}

const open = async (path: string) => {
  const { status, headers } = await app.anonymous.get(path)
  return [status, headers.get('location')]
}
const isVerified = async (user: User) => (await user.get('/api/auth/profile/')).body.email_verified as boolean
const YES = [302, 'https://ui.example/login?verified=1']
const NO = [302, 'https://ui.example/login?verified=0']

it('verifies the address with a link that works once and needs no sign-in', async () => {
  const user = await app.userOf('viewer')
  const link = await linkFor(user)

  const before = await isVerified(user)
  const first = await open(link)
  const second = await open(link)

  expect([before, await isVerified(user)]).toEqual([false, true])
  expect([first, second]).toEqual([YES, NO])
})

it('keeps earlier links valid when another is sent, and extends them', async () => {
  const user = await app.userOf('viewer')
  const username = (await user.get('/api/auth/profile/')).body.username
  const first = await linkFor(user)
  await clock.leap(2 * DAY)
  await linkFor(await app.signIn(username, ADMIN.password))
  await clock.leap(2 * DAY)

  expect(await open(first)).toEqual(YES)
})

it('expires links after three days', async () => {
  const link = await linkFor(await app.userOf('viewer'))
  await clock.leap(3 * DAY)

  expect(await open(link)).toEqual(NO)
})

it('voids links when the address changes, even if it changes back', async () => {
  const user = await app.userOf('viewer')
  const { email } = (await user.get('/api/auth/profile/')).body
  const link = await linkFor(user)
  await user.patch('/api/auth/profile/', { email: `other-${email}` })
  await user.patch('/api/auth/profile/', { email })

  expect(await open(link)).toEqual(NO)
  expect(await isVerified(user)).toBe(false)
})

it('marks the address as unverified when it changes', async () => {
  const user = await app.userOf('viewer')
  await open(await linkFor(user))

  const { body } = await user.patch('/api/auth/profile/', { email: 'somewhere@example.org' })

  expect(body).toMatchObject({ email: 'somewhere@example.org', email_verified: false })
})

it.each(['', '?token=', '?token=nonsense', `?token=${'x'.repeat(43)}`])(
  'redirects with verified=0 for the query %j',
  async (query) => {
    expect(await open(`/api/auth/email/verify/${query}`)).toEqual(NO)
  },
)

it('redirects to where the links of mails lead, whatever host the request names', async () => {
  const plain = await startTestApp()

  const { headers } = await plain.anonymous.get('/api/auth/email/verify/?token=nonsense')

  expect(headers.get('location')).toBe(`${plain.app.platform.frontendUrl}/login?verified=0`)
  await plain.stop()
})
