import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '../../kernel/durations.ts'
import type { SocketChannel } from '../../platform/realtime/channel.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { startSmtpServer, type TestSmtpServer } from '../../testing/smtp-server.ts'
import { ADMIN, type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const lobby: SocketChannel = {
  path: '/ws/lobby/',
  open: async (subscriber) => {
    subscriber.send({ type: 'hello', data: {} })
    return { status: 'open', close: () => undefined }
  },
}
const clock = createManualClock()
let smtp: TestSmtpServer
let app: TestApp
beforeAll(async () => {
  smtp = await startSmtpServer()
  app = await startTestApp({ clock, channels: [lobby], env: { SMTP_URL: smtp.url } })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: clock.now().getTime() })
const nextStep = () => clock.leap(30 * SECOND)

/** Signs in with the password and the second factor. */
async function signIn(username: string, secret: string) {
  await nextStep()
  const { body: first } = await app.anonymous.post('/api/auth/login/', { username, password: ADMIN.password })
  const { status, body } = await app.anonymous.post('/api/auth/mfa-login/', {
    mfa_token: first.mfa_token,
    code: codeOf(secret),
  })
  return { status, access: body.access as string, refresh: body.refresh as string }
}

/** Emma has a second factor; somebody has her access token, and nothing else. */
async function theft() {
  const emma = await app.userOf('editor')
  const { username, email } = (await emma.get('/api/auth/profile/')).body
  const { secret } = (await emma.post('/api/auth/mfa/setup/')).body as { secret: string }
  await emma.post('/api/auth/mfa/verify/', { code: codeOf(secret) })
  const stolen = await signIn(username, secret)
  const thief: Client = app.as(stolen.access)
  expect((await thief.get('/api/auth/profile/')).status).toBe(200)
  return { emma: { ...emma, username, email: email as string, secret }, stolen, thief }
}

/** What a thief may try on the factor and the password; none of them knows the password. */
const ATTEMPTS: readonly [string, (thief: Client) => ReturnType<Client['post']>][] = [
  ['setting up a factor', (thief) => thief.post('/api/auth/mfa/setup/')],
  ['setting up a factor with a guess', (thief) => thief.post('/api/auth/mfa/setup/', { password: 'a guess' })],
  ['verifying a factor', (thief) => thief.post('/api/auth/mfa/verify/', { code: '000000' })],
  ['disabling the factor', (thief) => thief.post('/api/auth/mfa/disable/', { password: 'a guess' })],
  ['new backup codes', (thief) => thief.post('/api/auth/mfa/backup-codes/', { password: 'a guess' })],
  [
    'a new password',
    (thief) =>
      thief.post('/api/auth/password/change/', { old_password: 'a guess', new_password: 'a password of the thief' }),
  ],
]

describe('a stolen access token', () => {
  it.each(ATTEMPTS)('is not enough for %s', async (_what, attempt) => {
    const { emma, thief } = await theft()

    const { status, body } = await attempt(thief)

    expect(status).toBe(400)
    expect(Object.keys(body)).toHaveLength(1)
    expect((await emma.get('/api/auth/mfa/status/')).body).toEqual({ enabled: true, backup_codes_remaining: 8 })
    expect((await signIn(emma.username, emma.secret)).status).toBe(200)
  })

  it('does not let its thief past the factor with a setup that Emma has begun', async () => {
    const { emma, thief } = await theft()
    const { body: planned } = await emma.post('/api/auth/mfa/setup/', { password: ADMIN.password })

    await thief.post('/api/auth/mfa/setup/')
    const { status } = await emma.post('/api/auth/mfa/verify/', { code: codeOf(planned.secret) })

    expect(status).toBe(200)
    expect((await thief.get('/api/auth/profile/')).status).toBe(401)
    expect((await signIn(emma.username, planned.secret)).status).toBe(200)
  })

  it('ends with everything it led to when Emma signs out everywhere', async () => {
    const { emma, stolen, thief } = await theft()
    const { body: rotated } = await app.anonymous.post('/api/auth/token/refresh/', {
      refresh: stolen.refresh,
      rotate: true,
    })
    const ticketOf = async (): Promise<string> => (await thief.post('/api/ws-ticket/')).body.ticket
    const [socket, unused] = [app.socket(`/ws/lobby/?ticket=${await ticketOf()}`), await ticketOf()]
    await socket.next()

    expect((await emma.post('/api/auth/logout/', { all: true })).status).toBe(204)

    expect(await socket.closed).toBe(4001)
    expect(await app.socket(`/ws/lobby/?ticket=${unused}`).closed).toBe(4001)
    for (const access of [stolen.access, rotated.access])
      expect((await app.as(access).get('/api/auth/profile/')).status).toBe(401)
    for (const refresh of [stolen.refresh, rotated.refresh]) {
      expect((await app.anonymous.post('/api/auth/token/refresh/', { refresh, rotate: true })).status).toBe(401)
    }
    expect((await signIn(emma.username, emma.secret)).status).toBe(200)
  })

  it('is worth no more than 15 minutes when Emma notices nothing', async () => {
    const { stolen } = await theft()
    await clock.leap(15 * MINUTE)

    expect((await app.as(stolen.access).get('/api/auth/profile/')).status).toBe(401)
  })
})

describe('a stolen refresh token of a client that rotates', () => {
  it('ends the session of both as soon as the second of them uses what the first has replaced', async () => {
    const { emma, stolen } = await theft()
    const renew = (refresh: string) => app.anonymous.post('/api/auth/token/refresh/', { refresh, rotate: true })
    const { body: ofThief } = await renew(stolen.refresh)
    await clock.leap(10 * MINUTE)

    const ofEmma = await renew(stolen.refresh)

    expect([ofEmma.status, (await renew(ofThief.refresh)).status]).toEqual([401, 401])
    expect((await app.as(ofThief.access).get('/api/auth/profile/')).status).toBe(401)
    expect((await emma.get('/api/auth/profile/')).status).toBe(200)
  })
})

describe('a stolen access token and the address', () => {
  it('does not lead a reset link to an address that the thief has entered', async () => {
    const { emma, thief } = await theft()
    const address = `thief-${emma.id}@example.org`

    await thief.patch('/api/auth/profile/', { email: address })
    await app.anonymous.post('/api/auth/password-reset/', { email: address })

    expect(await recipientsOfReset()).toEqual([emma.email])
  })
})

async function recipientsOfReset(): Promise<readonly string[]> {
  for (;;) {
    const mail = await smtp.nextMail()
    if (mail.text.includes('/reset-password?token=')) return mail.to
  }
}
