import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { ADMIN, type Answer, startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { createAuditRecorder } from '../audit/index.ts'
import { createLockout } from './lockout.ts'

const FAILURES = 3
const OVERALL = 10 * FAILURES
const clock = createManualClock()
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock, env: { TRUST_PROXY: 'true', LOGIN_LOCKOUT_FAILURES: String(FAILURES) } })
})
afterAll(() => app.stop())

let count = 0
const newAddress = (): string => `10.3.${Math.floor(++count / 250)}.${count % 250}`
const HOME = newAddress()

const login = (username: string, password: string, from: string): Promise<Answer> =>
  app.anonymous.post('/api/auth/login/', { username, password }, { 'x-forwarded-for': from })
const right = async (username: string, from: string) => (await login(username, ADMIN.password, from)).status
/** One after another, so that it is known which one is rejected. */
async function guess(username: string, times: number, from: string): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < times; i += 1) statuses.push((await login(username, 'wrong', from)).status)
  return statuses
}
/** As many failures as lock the account for addresses it does not know. */
async function guessEverywhere(username: string): Promise<void> {
  for (let i = 0; i < OVERALL / FAILURES; i += 1) await guess(username, FAILURES, newAddress())
}
async function newUser(username = `user-${++count}`) {
  const admin = await app.signIn(ADMIN.username, ADMIN.password)
  const { body } = await admin.post('/api/auth/management/', {
    username,
    email: `${username}@example.org`,
    password: ADMIN.password,
  })
  return { id: body.id as number, username, admin }
}
const locksOf = async (username: string) => {
  const admin = await app.signIn(ADMIN.username, ADMIN.password)
  const { body } = await admin.get(`/api/audit/logs/?action=account_lock&username=${username}`)
  return body.results.map((entry: any) => [entry.user_id, entry.metadata.scope])
}

describe('failures from one address', () => {
  it('lock the account there, and nowhere else', async () => {
    const { id, username } = await newUser()

    const statuses = await guess(username, FAILURES + 2, HOME)

    expect(statuses).toEqual([401, 401, 401, 429, 429])
    expect([await right(username, HOME), await right(username, newAddress())]).toEqual([429, 200])
    expect(await locksOf(username)).toEqual([[id, 'address']])
  })

  it('are counted for the /64 of an IPv6 address', async () => {
    const { username } = await newUser()
    await guess(username, FAILURES, '2001:db8:1:2::1')

    expect([await right(username, '2001:db8:1:2:ffff::9'), await right(username, '2001:db8:1:3::1')]).toEqual([
      429, 200,
    ])
  })

  it.each([
    ['of an account', async () => (await newUser(`fold-i-${++count}`)).username],
    ['that nobody has', async () => `nobody-i-${++count}`],
  ])('are counted once for all spellings of a name %s', async (_what, nameOf) => {
    const username = await nameOf()
    const spellings = [username, username.toUpperCase(), username.replaceAll('i', 'I')]

    const statuses: number[] = []
    for (const spelling of [...spellings, ...spellings]) statuses.push((await login(spelling, 'wrong', HOME)).status)

    expect(statuses).toEqual([401, 401, 401, 429, 429, 429])
  })

  it('of a name that PostgreSQL folds and JavaScript does not never add tries to the account', async () => {
    await newUser('mini')
    await guess('mini', FAILURES, HOME)

    expect(await right('mini', HOME)).toBe(429)
    // 401 where the database does not find the account by this spelling, 429 where it does.
    expect(await right('mİni', HOME)).toBeOneOf([401, 429])
  })

  it('look the same whether or not the name exists', async () => {
    const { username } = await newUser()
    const unknown = `nobody-${++count}`
    await guess(username, FAILURES, HOME)
    await guess(unknown, FAILURES, HOME)

    const [known, other] = [await login(username, 'wrong', HOME), await login(unknown, 'wrong', HOME)]

    expect([known.status, known.body, known.headers.get('retry-after')]).toEqual([
      429,
      other.body,
      other.headers.get('retry-after'),
    ])
  })
})

describe('ten times as many failures from many addresses', () => {
  it('lock the account, except where it signed in lately', async () => {
    const { id, username } = await newUser()
    const work = newAddress()
    expect(await right(username, work)).toBe(200)
    await guessEverywhere(username)

    const elsewhere = await login(username, ADMIN.password, newAddress())

    expect([elsewhere.status, Number(elsewhere.headers.get('retry-after'))]).toEqual([429, 900])
    expect(await right(username, work)).toBe(200)
    expect((await locksOf(username)).filter(([, scope]: string[]) => scope === 'unknown_addresses')).toEqual([
      [id, 'unknown_addresses'],
    ])
    await clock.leap(15 * MINUTE)
    expect(await right(username, newAddress())).toBe(200)
  })

  it('let no more than that through when they arrive at once', async () => {
    const { username } = await newUser()

    const answers = await Promise.all(
      Array.from({ length: OVERALL + 10 }, () => login(username, 'wrong', newAddress())),
    )

    expect(answers.filter(({ status }) => status === 401)).toHaveLength(OVERALL)
  })

  it('lock it everywhere once the last sign-in there is 30 days ago', async () => {
    const { username } = await newUser()
    const work = newAddress()
    await right(username, work)
    await clock.leap(30 * DAY)
    await guessEverywhere(username)

    expect(await right(username, work)).toBe(429)
  })

  it('do not lock out a live session', async () => {
    const { username } = await newUser()
    const { body } = await login(username, ADMIN.password, HOME)
    const other = newAddress()
    await guessEverywhere(username)

    const changed = await app
      .as(body.access)
      .post(
        '/api/auth/password/change/',
        { old_password: ADMIN.password, new_password: 'a quite different loom' },
        { 'x-forwarded-for': other },
      )

    expect(changed.status).toBe(200)
  })
})

it.each([
  [
    'activation',
    ({ id, admin }: Awaited<ReturnType<typeof newUser>>) => admin.post(`/api/auth/management/${id}/activate/`),
  ],
  [
    'a completed reset',
    async ({ id, admin }: Awaited<ReturnType<typeof newUser>>) => {
      const { body } = await admin.post(`/api/auth/management/${id}/generate_reset_code/`)
      return app.anonymous.post('/api/auth/password-reset/confirm/', {
        code: body.code,
        new_password: 'a quite different loom',
      })
    },
  ],
])('%s lifts all locks of an account', async (what, lift) => {
  const user = await newUser()
  await guessEverywhere(user.username)
  expect(await right(user.username, HOME)).toBe(429)

  await lift(user)

  const password = what === 'activation' ? ADMIN.password : 'a quite different loom'
  expect((await login(user.username, password, HOME)).status).toBe(200)
})

it('upkeep forgets failures and addresses when they no longer count', async () => {
  const { database } = app.app.platform
  const rules = { failures: FAILURES, windowMs: 15 * MINUTE }
  const { deleteExpired } = createLockout({ database, clock, audit: createAuditRecorder(clock), rules })
  const rows = async () =>
    (
      await database.pool.query(
        `select (select count(*) from counted_events)::int n, (select count(*) from sign_in_addresses)::int m`,
      )
    ).rows[0]
  await app.signIn(ADMIN.username, ADMIN.password)
  await guess('anyone', 1, HOME)

  await deleteExpired()
  const kept = await rows()
  await clock.leap(30 * DAY)
  await deleteExpired()

  expect(kept.n * kept.m).toBeGreaterThan(0)
  expect(await rows()).toEqual({ n: 0, m: 0 })
})
