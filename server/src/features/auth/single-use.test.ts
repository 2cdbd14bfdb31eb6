import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '../../kernel/durations.ts'
import type { SocketChannel } from '../../platform/realtime/channel.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { startSmtpServer, type TestSmtpServer } from '../../testing/smtp-server.ts'
import { ADMIN, type Answer, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const STEP = 30 * SECOND
const PASSWORD = 'a long enough secret'
const greeter: SocketChannel = {
  path: '/ws/test/',
  open: async (subscriber) => {
    subscriber.send({ type: 'hello', data: {} })
    return { status: 'open', close: () => undefined }
  },
}

const clock = createManualClock('2026-03-02T09:00:00Z')
let smtp: TestSmtpServer
let app: TestApp
beforeAll(async () => {
  smtp = await startSmtpServer()
  // Tests about a single address set it themselves.
  app = await startTestApp({ clock, channels: [greeter], env: { SMTP_URL: smtp.url, TRUST_PROXY: 'true' } })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

// Signs in each time, because these tests move the clock past a token's expiry.
const asAdmin = () => app.signIn(ADMIN.username, ADMIN.password)

let names = 0
async function newUser() {
  const username = `user-${++names}`
  const email = `${username}@example.org`
  const { body } = await (await asAdmin()).post('/api/auth/management/', { username, email, password: PASSWORD })
  const id: number = body.id
  return { ...(await app.signIn(username, PASSWORD)), id, username, email }
}
type User = Awaited<ReturnType<typeof newUser>>

async function newUserWithFactor() {
  const user = await newUser()
  const { secret } = (await user.post('/api/auth/mfa/setup/')).body
  const { body } = await user.post('/api/auth/mfa/verify/', { code: codeOf(secret) })
  const backupCodes: string[] = body.backup_codes
  // Skips the code used by the setup, and those that clock drift would allow.
  await clock.leap(2 * STEP)
  return { ...user, secret: secret as string, backupCodes }
}

const codeOf = (secret: string, stepsAway = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() + stepsAway * STEP })

/** Six digits that are not the code of any nearby step. */
function wrongCodeOf(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((away) => codeOf(secret, away))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code))!
}

let addresses = 0
/** An address that no other test has used, so that limits per address start fresh. */
const newAddress = () => ({ 'x-forwarded-for': `10.1.${Math.floor(++addresses / 250)}.${addresses % 250}` })

const login = (username: string, password = PASSWORD) => app.anonymous.post('/api/auth/login/', { username, password })
const mfaLogin = (mfa_token: string, code: string) => app.anonymous.post('/api/auth/mfa-login/', { mfa_token, code })
const confirm = (body: object, headers = newAddress()) =>
  app.anonymous.post('/api/auth/password-reset/confirm/', body, headers)
async function challengeOf(username: string): Promise<string> {
  const { status, body } = await login(username)
  expect(status).toBe(202)
  return body.mfa_token
}
async function resetCodeOf({ id }: User): Promise<string> {
  return (await (await asAdmin()).post(`/api/auth/management/${id}/generate_reset_code/`)).body.code
}
async function mailedTokenOf({ email }: User): Promise<string> {
  for (;;) {
    const mail = await smtp.nextMail()
    const link = /https?:\/\/\S+/.exec(mail.text)?.[0]
    if (mail.to.includes(email) && link?.includes('token=')) return new URL(link).searchParams.get('token')!
  }
}

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const statusesOf = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).toSorted()
const count = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length

describe('of many concurrent requests, exactly one succeeds with', () => {
  it('an authenticator code, each on its own challenge', async () => {
    const { username, secret } = await newUserWithFactor()
    const challenges = await times(5, () => challengeOf(username))

    const answers = await times(5, (index) => mfaLogin(challenges[index]!, codeOf(secret)))

    expect(statusesOf(answers)).toEqual([200, 401, 401, 401, 401])
  })

  it('a backup code, each on its own challenge', async () => {
    const { username, backupCodes, get } = await newUserWithFactor()
    const challenges = await times(5, () => challengeOf(username))

    const answers = await times(5, (index) => mfaLogin(challenges[index]!, backupCodes[0]!))

    expect(statusesOf(answers)).toEqual([200, 401, 401, 401, 401])
    expect((await get('/api/auth/mfa/status/')).body.backup_codes_remaining).toBe(backupCodes.length - 1)
  })

  it('an mfa_token, without using up the codes of the others', async () => {
    const { username, backupCodes, get } = await newUserWithFactor()
    const challenge = await challengeOf(username)

    const answers = await times(5, (index) => mfaLogin(challenge, backupCodes[index]!))

    expect(statusesOf(answers)).toEqual([200, 401, 401, 401, 401])
    expect((await get('/api/auth/mfa/status/')).body.backup_codes_remaining).toBe(backupCodes.length - 1)
  })

  it('a mailed reset link, and sets its password', async () => {
    const user = await newUser()
    await app.anonymous.post('/api/auth/password-reset/', { email: user.email })
    const token = await mailedTokenOf(user)

    const answers = await times(10, (index) => confirm({ token, new_password: `another secret ${index}` }))

    expect(statusesOf(answers)).toEqual([200, ...Array<number>(9).fill(400)])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await login(user.username, `another secret ${winner}`)).status).toBe(200)
  })

  it('a reset code', async () => {
    const user = await newUser()
    const code = await resetCodeOf(user)

    const answers = await times(10, (index) => confirm({ code, new_password: `another secret ${index}` }))

    expect(statusesOf(answers)).toEqual([200, ...Array<number>(9).fill(400)])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await login(user.username, `another secret ${winner}`)).status).toBe(200)
  })

  it('a verification link', async () => {
    const user = await newUser()
    await user.post('/api/auth/email/send-verification/')
    const token = await mailedTokenOf(user)

    const answers = await times(10, () => app.anonymous.get(`/api/auth/email/verify/?token=${token}`))

    const places = answers.map(({ headers }) => new URL(headers.get('location')!, app.url).searchParams.get('verified'))
    expect(places.toSorted()).toEqual([...Array<string>(9).fill('0'), '1'])
    expect((await user.get('/api/auth/profile/')).body.email_verified).toBe(true)
  })

  it('a WebSocket ticket', async () => {
    const { ticket } = (await (await newUser()).post('/api/ws-ticket/')).body
    const sockets = Array.from({ length: 10 }, () => app.socket(`/ws/test/?ticket=${ticket}`))

    const outcomes = await Promise.all(
      sockets.map((socket) => Promise.race([socket.next().then(() => 'open'), socket.closed])),
    )

    expect(outcomes.filter((outcome) => outcome === 'open')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 4001)).toHaveLength(9)
    for (const socket of sockets) socket.close()
  })
})

describe('an authenticator code', () => {
  it('that completed the setup cannot log in too, in its step or in the next', async () => {
    const user = await newUser()
    const { secret } = (await user.post('/api/auth/mfa/setup/')).body
    const code = codeOf(secret)
    await user.post('/api/auth/mfa/verify/', { code })

    const sameStep = await mfaLogin(await challengeOf(user.username), code)
    await clock.leap(STEP)
    const nextStep = await mfaLogin(await challengeOf(user.username), code)
    const nextCode = await mfaLogin(await challengeOf(user.username), codeOf(secret))

    expect([sameStep.status, nextStep.status, nextCode.status]).toEqual([401, 401, 200])
  })

  it('is accepted once, even in the next step, where drift would allow it', async () => {
    const { username, secret } = await newUserWithFactor()
    const code = codeOf(secret)

    const first = await mfaLogin(await challengeOf(username), code)
    const again = await mfaLogin(await challengeOf(username), code)
    await clock.leap(STEP)
    const later = await mfaLogin(await challengeOf(username), code)

    expect([first.status, again.status, later.status]).toEqual([200, 401, 401])
  })

  it('voids codes of earlier steps, even if it is itself one step early', async () => {
    const { username, secret } = await newUserWithFactor()
    const [current, next] = [codeOf(secret), codeOf(secret, 1)]

    const early = await mfaLogin(await challengeOf(username), next)
    const older = await mfaLogin(await challengeOf(username), current)

    expect([early.status, older.status]).toEqual([200, 401])
  })

  it('is rejected two steps away', async () => {
    const { username, secret } = await newUserWithFactor()
    const challenge = await challengeOf(username)

    const answers = [await mfaLogin(challenge, codeOf(secret, -2)), await mfaLogin(challenge, codeOf(secret, 2))]

    expect(statusesOf(answers)).toEqual([401, 401])
  })

  it('is rejected when the authenticator was replaced', async () => {
    const user = await newUserWithFactor()
    const { secret } = (await user.post('/api/auth/mfa/setup/', { password: PASSWORD })).body
    await user.post('/api/auth/mfa/verify/', { code: codeOf(secret) })

    const answer = await mfaLogin(await challengeOf(user.username), codeOf(user.secret, 1))

    expect(answer.status).toBe(401)
  })
})

describe('an mfa_token', () => {
  it('is void after five wrong codes, unlike another one of the user', async () => {
    const { username, secret } = await newUserWithFactor()
    const [dead, other] = [await challengeOf(username), await challengeOf(username)]
    for (let tries = 0; tries < 5; tries++) expect((await mfaLogin(dead, wrongCodeOf(secret))).status).toBe(401)

    const answers = [await mfaLogin(dead, codeOf(secret)), await mfaLogin(other, codeOf(secret))]

    expect(answers.map(({ status }) => status)).toEqual([401, 200])
  })

  it('accepts no more than five concurrent tries', async () => {
    const { username, secret, backupCodes } = await newUserWithFactor()
    const challenge = await challengeOf(username)

    const wrong = await times(5, () => mfaLogin(challenge, wrongCodeOf(secret)))
    const right = await mfaLogin(challenge, backupCodes[0]!)

    expect(statusesOf([...wrong, right])).toEqual(Array<number>(6).fill(401))
  })

  it('expires after five minutes', async () => {
    const { username, backupCodes } = await newUserWithFactor()
    const [used, late] = [await challengeOf(username), await challengeOf(username)]
    await clock.leap(5 * MINUTE - SECOND)
    const inTime = await mfaLogin(used, backupCodes[0]!)
    await clock.leap(SECOND)

    expect([inTime.status, (await mfaLogin(late, backupCodes[1]!)).status]).toEqual([200, 401])
  })
})

describe('the lockout of a name', () => {
  it.each([
    ['that exists', async () => (await newUser()).username],
    ['that does not exist', async () => `nobody-${++names}`],
  ])(
    '%s lets at most ten of thirty wrong passwords through, and then rejects the right one too',
    async (_what, nameOf) => {
      const username = await nameOf()

      const answers = await times(30, () => login(username, 'wrong'))
      const right = await login(username)

      expect(statusesOf(answers)).toEqual([...Array<number>(10).fill(401), ...Array<number>(20).fill(429)])
      for (const refused of [...answers.filter(({ status }) => status === 429), right]) {
        expect(refused.status).toBe(429)
        expect(Number(refused.headers.get('retry-after'))).toBe(900)
        expect(refused.body).toEqual({ detail: expect.any(String) })
      }
    },
  )

  it('ignores the letter case of the name', async () => {
    const { username } = await newUser()
    await times(10, (index) => login(index % 2 === 0 ? username : username.toUpperCase(), 'wrong'))

    expect((await login(username)).status).toBe(429)
  })

  it('ends after fifteen minutes, and not before', async () => {
    const { username } = await newUser()
    await times(10, () => login(username, 'wrong'))

    await clock.leap(15 * MINUTE - SECOND)
    const early = await login(username)
    await clock.leap(SECOND)
    const late = await login(username)

    expect([early.status, early.headers.get('retry-after'), late.status]).toEqual([429, '1', 200])
  })

  it('is not extended by attempts while it lasts', async () => {
    const { username } = await newUser()
    await times(10, () => login(username, 'wrong'))
    await clock.leap(14 * MINUTE)
    await times(10, () => login(username, 'wrong'))
    await clock.leap(MINUTE)

    expect((await login(username)).status).toBe(200)
  })

  it('starts counting from zero after a successful login', async () => {
    const { username } = await newUser()
    const fail = async () => statusesOf(await times(9, () => login(username, 'wrong')))

    const rounds = [await fail(), (await login(username)).status, await fail(), (await login(username)).status]

    expect(rounds).toEqual([Array<number>(9).fill(401), 200, Array<number>(9).fill(401), 200])
  })

  it('is not reset by the right password alone when a second factor is required', async () => {
    const { username } = await newUserWithFactor()
    await times(9, () => login(username, 'wrong'))
    await challengeOf(username)

    const last = [await login(username, 'wrong'), await login(username)]

    expect(last.map(({ status }) => status)).toEqual([401, 429])
  })

  it('counts wrong codes over several mfa_tokens and addresses, apart from passwords', async () => {
    const { username, secret, backupCodes } = await newUserWithFactor()
    const challenges = await times(4, () => challengeOf(username))

    const answers = []
    for (const challenge of challenges.slice(0, 3)) {
      for (let tries = 0; tries < 4; tries++) answers.push(await mfaLogin(challenge, wrongCodeOf(secret)))
    }
    const after = [await mfaLogin(challenges[3]!, backupCodes[0]!), await login(username)]

    expect(statusesOf(answers)).toEqual([...Array<number>(10).fill(401), 429, 429])
    expect(after.map(({ status }) => status)).toEqual([429, 202])
    expect(Number(after[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('counts wrong passwords sent with a stolen session, and locks no one else out', async () => {
    const user = await newUser()

    const answers = await times(15, () => user.post('/api/auth/mfa/disable/', { password: 'wrong' }))

    expect(statusesOf(answers)).toEqual([...Array<number>(10).fill(400), ...Array<number>(5).fill(429)])
    expect((await login(user.username)).status).toBe(200)
  })

  it('is off when LOGIN_LOCKOUT_FAILURES is 0', async () => {
    const open = await startTestApp({ env: { LOGIN_LOCKOUT_FAILURES: '0' } })
    const wrong = await times(30, () =>
      open.anonymous.post('/api/auth/login/', { username: ADMIN.username, password: 'wrong' }),
    )
    const right = await open.signIn(ADMIN.username, ADMIN.password)
    await open.stop()

    expect(count(wrong, 401)).toBe(30)
    expect(right.id).toBeGreaterThan(0)
  })
})

describe('wrong reset codes', () => {
  const ALPHABET = 'ABCDEFGHJK'
  const wrong = (index: number) => ({
    code: `WRNG-${ALPHABET[index % 10]}${ALPHABET[index % 10]}22`,
    new_password: 'another long secret',
  })

  it('block an address for an hour after ten, and no other address', async () => {
    const [attacker, elsewhere] = [newAddress(), newAddress()]
    const answers = await times(15, (index) => confirm(wrong(index), attacker))
    const code = await resetCodeOf(await newUser())

    const refused = await confirm({ code, new_password: 'another long secret' }, attacker)
    const other = await confirm({ code, new_password: 'another long secret' }, elsewhere)

    expect(statusesOf(answers)).toEqual([...Array<number>(10).fill(400), ...Array<number>(5).fill(429)])
    expect([refused.status, other.status]).toEqual([429, 200])
    expect(Number(refused.headers.get('retry-after'))).toBe(60 * 60)
  })

  it('no longer block an address after an hour', async () => {
    const attacker = newAddress()
    await times(10, (index) => confirm(wrong(index), attacker))
    const confirmNew = async () =>
      (await confirm({ code: await resetCodeOf(await newUser()), new_password: 'another long secret' }, attacker))
        .status

    await clock.leap(60 * MINUTE - SECOND)
    const early = await confirmNew()
    await clock.leap(SECOND)
    const late = await confirmNew()

    expect([early, late]).toEqual([429, 200])
  })

  it('void nothing, from however many addresses, and right ones are not counted', async () => {
    const code = await resetCodeOf(await newUser())
    await times(30, (index) => confirm(wrong(index)))
    const here = newAddress()
    await times(9, (index) => confirm(wrong(index), here))

    const right = await confirm({ code, new_password: 'another long secret' }, here)
    const next = await confirm({ code: await resetCodeOf(await newUser()), new_password: 'another long secret' }, here)

    expect([right.status, next.status]).toEqual([200, 200])
  })

  it('close codes to everyone after a thousand in an hour, but not mailed links', async () => {
    await clock.leap(60 * MINUTE)
    const user = await newUser()
    const code = await resetCodeOf(user)
    await app.anonymous.post('/api/auth/password-reset/', { email: user.email })
    const token = await mailedTokenOf(user)
    await app.app.platform.database.pool.query(
      `insert into counted_events (id, subject, address, at, expires_at)
       select gen_random_uuid(), 'reset-code', n::text, $1::timestamptz, $1::timestamptz + interval '1 hour' from generate_series(1, 999) n`,
      [clock.now().toISOString()],
    )

    const last = await confirm(wrong(0))
    const closed = await confirm({ code, new_password: 'another long secret' })
    const link = await confirm({ token, new_password: 'another long secret' })

    expect([last.status, closed.status, link.status]).toEqual([400, 429, 200])
  })
})
