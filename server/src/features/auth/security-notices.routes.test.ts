import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSmtpServer, type TestSmtpServer } from '../../testing/smtp-server.ts'
import { ADMIN, type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const ENABLED = 'A second factor was enabled for your Heddle account'
const DISABLED = 'The second factor of your Heddle account was disabled'

let smtp: TestSmtpServer
let app: TestApp
beforeAll(async () => {
  smtp = await startSmtpServer()
  app = await startTestApp({ env: { SMTP_URL: smtp.url } })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

async function enable(user: Client, own: object = {}): Promise<void> {
  const { secret } = (await user.post('/api/auth/mfa/setup/', own)).body
  const { status } = await user.post('/api/auth/mfa/verify/', { code: new TOTP({ secret }).generate() })
  expect(status).toBe(200)
}

it('tells a user by mail that the second factor was enabled, replaced and disabled, also by an administrator', async () => {
  const user = await app.userOf('viewer')
  const { email } = (await user.get('/api/auth/profile/')).body
  const steps: [string, () => Promise<unknown>][] = [
    [ENABLED, () => enable(user)],
    ['The second factor of your Heddle account was replaced', () => enable(user, { password: ADMIN.password })],
    [DISABLED, () => user.post('/api/auth/mfa/disable/', { password: ADMIN.password })],
    [ENABLED, () => enable(user)],
    [DISABLED, () => app.admin.post(`/api/auth/management/${user.id}/disable_mfa/`)],
  ]

  for (const [subject, act] of steps) {
    await act()
    expect(await smtp.nextMail()).toMatchObject({ to: [email], subject })
  }
})

it('sends no mail about a factor that was not there', async () => {
  const user = await app.userOf('viewer')

  await user.post('/api/auth/mfa/disable/', { password: ADMIN.password })
  await app.admin.post(`/api/auth/management/${user.id}/disable_mfa/`)
  await enable(await app.userOf('viewer'))

  expect((await smtp.nextMail()).subject).toBe(ENABLED)
})
