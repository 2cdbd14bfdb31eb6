import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '../../kernel/durations.ts'
import type { SocketChannel } from '../../platform/realtime/channel.ts'
import { newToken } from '../../testing/api-tokens/tokens.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { ADMIN, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

type User = Awaited<ReturnType<TestApp['signIn']>>

const lobby: SocketChannel = {
  path: '/ws/lobby/',
  open: async (subscriber) => {
    subscriber.send({ type: 'hello', data: {} })
    return { status: 'open', close: () => undefined }
  },
}
const clock = createManualClock(new Date())
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock, channels: [lobby], env: { TRUST_PROXY: 'true' } })
})
afterAll(() => app.stop())

const SESSIONS = '/api/auth/sessions/'
const LOGOUT = '/api/auth/logout/'
const ENDED = [401, 401]
const ALIVE = [200, 200]
const refresh = (token: string) => app.anonymous.post('/api/auth/token/refresh/', { refresh: token })
/** Of the access token and the refresh token. */
const statusesOf = async (user: User) => [
  (await user.get('/api/auth/profile/')).status,
  (await refresh(user.refresh)).status,
]
async function userTwice(): Promise<[User, User]> {
  const user = await app.userOf('viewer')
  return [user, await again(user)]
}
const again = async (user: User): Promise<User> =>
  app.signIn((await user.get('/api/auth/profile/')).body.username, ADMIN.password)
const otherOf = async (user: User): Promise<string> =>
  (await user.get(SESSIONS)).body.find(({ current }: { current: boolean }) => !current).id
const ticketOf = async (user: User): Promise<string> => (await user.post('/api/ws-ticket/')).body.ticket
const enter = (ticket: string) => app.socket(`/ws/lobby/?ticket=${ticket}`)

describe('logout', () => {
  it.each([undefined, {}, { all: false }])(
    'with the body %j ends the session of the caller, and no other',
    async (body) => {
      const [user, elsewhere] = await userTwice()

      const { status, text } = await user.post(LOGOUT, body)

      expect([status, text]).toEqual([204, ''])
      expect([await statusesOf(user), await statusesOf(elsewhere)]).toEqual([ENDED, ALIVE])
      expect((await user.post(LOGOUT)).status).toBe(401)
    },
  )

  it('with `all` ends every session of the caller', async () => {
    const [user, elsewhere] = await userTwice()
    const stranger = await app.userOf('viewer')

    expect((await user.post(LOGOUT, { all: true })).status).toBe(204)

    expect([await statusesOf(user), await statusesOf(elsewhere)]).toEqual([ENDED, ENDED])
    expect(await statusesOf(stranger)).toEqual(ALIVE)
    expect(await statusesOf(await again(stranger))).toEqual(ALIVE)
  })

  it('leaves API tokens alone, which cannot sign anybody out', async () => {
    const user = await app.userOf('viewer')
    const token = await newToken(app, user)

    const byToken = await token.post(LOGOUT, { all: true })
    await user.post(LOGOUT, { all: true })

    expect(byToken.status).toBe(403)
    expect((await token.get('/api/auth/profile/')).status).toBe(200)
  })

  it('requires a signed-in user and a boolean', async () => {
    const user = await app.userOf('viewer')

    const wrong = await user.post(LOGOUT, { all: 'everywhere' })

    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['all']])
    expect((await app.anonymous.post(LOGOUT)).status).toBe(401)
    expect(await statusesOf(user)).toEqual(ALIVE)
  })

  it('ends refresh tokens that were rotated, too', async () => {
    const user = await app.userOf('viewer')
    const { body } = await app.anonymous.post('/api/auth/token/refresh/', { refresh: user.refresh, rotate: true })

    await user.post(LOGOUT)

    expect([(await refresh(body.refresh)).status, (await refresh(user.refresh)).status]).toEqual([401, 401])
  })
})

/** Everything by which a session is ended, from another one of its user. */
const ENDINGS: readonly [string, (user: User) => Promise<unknown>][] = [
  ['signing out everywhere', (user) => user.post(LOGOUT, { all: true })],
  ['ending it in the list', async (user) => user.delete(`${SESSIONS}${await otherOf(user)}/`)],
]

describe.each(ENDINGS)('%s', (_what, end) => {
  it('closes its sockets at once, and voids its tickets', async () => {
    const [user, elsewhere] = await userTwice()
    const [first, second] = [enter(await ticketOf(elsewhere)), enter(await ticketOf(elsewhere))]
    await Promise.all([first.next(), second.next()])
    const unused = await ticketOf(elsewhere)

    await end(user)

    // No ping comes: the clock stands still.
    expect([await first.closed, await second.closed]).toEqual([4001, 4001])
    expect(await enter(unused).closed).toBe(4001)
  })
})

describe('the list of sessions', () => {
  it('shows where each was opened and which one is the caller’s, without an envelope', async () => {
    const user = await app.userOf('viewer')
    const { username } = (await user.get('/api/auth/profile/')).body
    await clock.leap(2 * MINUTE)
    const from = { 'x-forwarded-for': '198.51.100.9', 'user-agent': 'a browser' }
    await app.anonymous.post('/api/auth/login/', { username, password: ADMIN.password }, from)

    const { status, body } = await user.get(SESSIONS)

    const at = (minutesAgo: number) =>
      new Date(clock.now().getTime() - minutesAgo * MINUTE).toISOString().replace('Z', '+00:00')
    expect([status, body]).toEqual([
      200,
      [
        expect.objectContaining({ created_at: at(2), last_used_at: at(0), current: true }),
        {
          id: expect.any(String),
          created_at: at(0),
          last_used_at: at(0),
          ip_address: '198.51.100.9',
          user_agent: 'a browser',
          current: false,
        },
      ],
    ])
  })

  it('shows ids that are in no token', async () => {
    const user = await app.userOf('viewer')
    const { sid } = JSON.parse(Buffer.from(user.access.split('.')[1]!, 'base64url').toString())

    const { text, body } = await user.get(SESSIONS)

    expect(body).toHaveLength(1)
    expect(text).not.toContain(sid)
    expect((await user.delete(`${SESSIONS}${sid}/`)).status).toBe(404)
  })

  it('leaves out sessions that have ended, expired or were idle for too long', async () => {
    const expired = await app.userOf('viewer')
    const { username } = (await expired.get('/api/auth/profile/')).body
    const signIn = () => app.signIn(username, ADMIN.password)
    await clock.leap(6 * DAY)
    const ended = await signIn()
    await ended.post(LOGOUT)
    await signIn()
    await clock.leap(DAY)
    const user = await signIn()

    const withoutLimit = (await user.get(SESSIONS)).body
    await user.post('/api/auth/session-timeout/', { minutes: 15 })
    const withLimit = (await user.get(SESSIONS)).body

    expect([withoutLimit.length, withLimit.length]).toEqual([2, 1])
    expect(withLimit[0].current).toBe(true)
  })
})

describe('ending a session in the list', () => {
  it('ends that one only', async () => {
    const [user, elsewhere] = await userTwice()
    const third = await again(user)
    const { id } = (await elsewhere.get(SESSIONS)).body[0]

    const { status, text } = await user.delete(`${SESSIONS}${id}/`)

    expect([status, text]).toEqual([204, ''])
    expect([await statusesOf(user), await statusesOf(elsewhere), await statusesOf(third)]).toEqual([
      ALIVE,
      ENDED,
      ALIVE,
    ])
    expect((await user.delete(`${SESSIONS}${id}/`)).status).toBe(404)
  })

  it('works for the current one', async () => {
    const user = await app.userOf('viewer')
    const { id } = (await user.get(SESSIONS)).body[0]

    expect((await user.delete(`${SESSIONS}${id}/`)).status).toBe(204)
    expect(await statusesOf(user)).toEqual(ENDED)
  })

  it('answers 404 to the session of another user, also for administrators, and to what is no id', async () => {
    const [user, victim] = [await app.userOf('administrator'), await app.userOf('viewer')]
    const { id } = (await victim.get(SESSIONS)).body[0]

    const answers = await Promise.all(
      [id, 'x', '0', crypto.randomUUID()].map((one) => user.delete(`${SESSIONS}${one}/`)),
    )

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(await statusesOf(victim)).toEqual(ALIVE)
  })

  it('succeeds once when two callers do it at once', async () => {
    const [user] = await userTwice()
    const id = await otherOf(user)

    const answers = await Promise.all([1, 2, 3].map(() => user.delete(`${SESSIONS}${id}/`)))

    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404])
  })
})
