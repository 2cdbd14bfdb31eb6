import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SocketChannel } from '../../platform/realtime/channel.ts'
import { newToken } from '../../testing/api-tokens/tokens.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { ADMIN, type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

type User = Awaited<ReturnType<TestApp['userOf']>>

const lobby: SocketChannel = {
  path: '/ws/lobby/',
  open: async (subscriber) => {
    subscriber.send({ type: 'hello', data: {} })
    return { status: 'open', close: () => undefined }
  },
}
const clock = createManualClock(new Date())
let app: TestApp
let administrator: Client
beforeAll(async () => {
  app = await startTestApp({ clock, channels: [lobby] })
  administrator = await app.userOf('administrator')
})
afterAll(() => app.stop())

const USERS = '/api/auth/management/'
const refresh = ({ refresh: token }: User) => app.anonymous.post('/api/auth/token/refresh/', { refresh: token })
const ticketOf = async (user: User): Promise<string> => (await user.post('/api/ws-ticket/')).body.ticket
const enter = (ticket: string) => app.socket(`/ws/lobby/?ticket=${ticket}`)

/** Every change by an administrator that has to end the account's sessions. */
const ENDINGS: readonly [string, (id: number) => ReturnType<Client['post']>][] = [
  ['deactivate', (id) => administrator.post(`${USERS}${id}/deactivate/`)],
  ['PATCH is_active false', (id) => administrator.patch(`${USERS}${id}/`, { is_active: false })],
  ['delete', (id) => administrator.delete(`${USERS}${id}/`)],
  ['end_sessions', (id) => administrator.post(`${USERS}${id}/end_sessions/`)],
  ['disable_mfa', (id) => administrator.post(`${USERS}${id}/disable_mfa/`)],
  ['reset_password', (id) => administrator.post(`${USERS}${id}/reset_password/`, {})],
  [
    'reset_password with a password',
    (id) => administrator.post(`${USERS}${id}/reset_password/`, { new_password: 'staple under bridge' }),
  ],
]

describe.each(ENDINGS)('%s', (_what, end) => {
  it('ends all sessions of the user on the very next request, tokens and tickets', async () => {
    const user = await app.userOf('editor')
    const { username } = (await user.get('/api/auth/profile/')).body
    const elsewhere = await app.signIn(username, ADMIN.password)
    const ticket = await ticketOf(user)
    const other = await app.userOf('editor')

    expect((await end(user.id)).status).toBeLessThan(300)
    const answers = await Promise.all([user, elsewhere].flatMap((one) => [one.get('/api/auth/profile/'), refresh(one)]))

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    for (const { body } of answers) expect(body).toEqual({ detail: expect.any(String) })
    expect(await enter(ticket).closed).toBe(4001)
    expect((await other.get('/api/auth/profile/')).status).toBe(200)
  })

  it('closes the open sockets of the user at once', async () => {
    const user = await app.userOf('viewer')
    const socket = enter(await ticketOf(user))
    await socket.next()

    await end(user.id)

    // No ping comes: the clock stands still.
    expect(await socket.closed).toBe(4001)
  })
})

describe('the sessions of a user', () => {
  it('are listed to administrators until they have ended', async () => {
    const user = await app.userOf('editor')
    const path = `${USERS}${user.id}/sessions/`

    const open = await app.admin.get(path)
    await app.admin.post(`${USERS}${user.id}/end_sessions/`)

    expect(open.body).toEqual([
      expect.objectContaining({ id: expect.any(String), current: false, ip_address: expect.any(String) }),
    ])
    expect((await app.admin.get(path)).body).toEqual([])
    expect((await app.admin.get(`${USERS}999999/sessions/`)).status).toBe(404)
    expect((await (await app.userOf('operator')).get(path)).status).toBe(403)
  })
})

describe('end_sessions', () => {
  it('leaves the account as it is: its user may sign in again, and its API tokens stay valid', async () => {
    const user = await app.userOf('editor')
    const { username } = (await user.get('/api/auth/profile/')).body
    const token = await newToken(app, user)

    const { status, text } = await administrator.post(`${USERS}${user.id}/end_sessions/`)

    expect([status, text]).toEqual([204, ''])
    expect((await (await app.signIn(username, ADMIN.password)).get('/api/auth/profile/')).status).toBe(200)
    expect((await token.get('/api/auth/profile/')).status).toBe(200)
  })

  it('is for administrators, and on superusers for superusers', async () => {
    const operator = await app.userOf('operator')
    const { id } = app.admin

    const answers = [
      await operator.post(`${USERS}${operator.id}/end_sessions/`),
      await administrator.post(`${USERS}${id}/end_sessions/`),
      await administrator.post(`${USERS}2147483647/end_sessions/`),
    ]

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 404])
    expect((await operator.get('/api/auth/profile/')).status).toBe(200)
    expect((await app.admin.post(`${USERS}${id}/end_sessions/`)).status).toBe(204)
    expect((await app.admin.get('/api/auth/profile/')).status).toBe(401)
  })
})

describe('ending one session of a user', () => {
  const sessionsOf = async (id: number) => (await administrator.get(`${USERS}${id}/sessions/`)).body
  const end = (by: Client, id: number, session: string) => by.delete(`${USERS}${id}/sessions/${session}/`)

  it('ends that one on the very next request, with its sockets, and no other', async () => {
    const user = await app.userOf('editor')
    const { username } = (await user.get('/api/auth/profile/')).body
    const [own] = await sessionsOf(user.id)
    const elsewhere = await app.signIn(username, ADMIN.password)
    const socket = enter(await ticketOf(user))
    await socket.next()

    const ended = await end(administrator, user.id, own.id)

    expect([ended.status, ended.text]).toEqual([204, ''])
    expect((await user.get('/api/auth/profile/')).status).toBe(401)
    expect((await refresh(user)).status).toBe(401)
    expect(await socket.closed).toBe(4001)
    expect((await elsewhere.get('/api/auth/profile/')).status).toBe(200)
    expect(await sessionsOf(user.id)).toHaveLength(1)
    expect((await end(administrator, user.id, own.id)).status).toBe(404)
  })

  it('is for administrators, on superusers for superusers, and only with a session of that user', async () => {
    const [user, operator] = [await app.userOf('viewer'), await app.userOf('operator')]
    const [session] = await sessionsOf(user.id)

    const answers = [
      await end(operator, operator.id, session.id),
      await end(administrator, app.admin.id, session.id),
      await end(administrator, operator.id, session.id),
      await end(administrator, user.id, 'the-first'),
    ]

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 404, 404])
    expect((await user.get('/api/auth/profile/')).status).toBe(200)
  })
})

describe('a deactivated account', () => {
  it('cannot sign in until it is activated, and its old tokens stay void', async () => {
    const user = await app.userOf('viewer')
    const { username } = (await user.get('/api/auth/profile/')).body
    const signIn = async () =>
      (await app.anonymous.post('/api/auth/login/', { username, password: ADMIN.password })).status

    const shut = (await administrator.post(`${USERS}${user.id}/deactivate/`)).body.is_active
    const whileShut = await signIn()
    const open = (await administrator.post(`${USERS}${user.id}/activate/`)).body.is_active

    expect([shut, whileShut, open, await signIn()]).toEqual([false, 401, true, 200])
    expect([(await user.get('/api/auth/profile/')).status, (await refresh(user)).status]).toEqual([401, 401])
  })

  it('can be deactivated twice, and activated twice', async () => {
    const { id } = await app.userOf('viewer')
    const act = async (action: string) => (await administrator.post(`${USERS}${id}/${action}/`)).body.is_active

    expect([await act('deactivate'), await act('deactivate'), await act('activate'), await act('activate')]).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it('that is locked out may try again at once when it is activated', async () => {
    const user = await app.userOf('viewer')
    const { username } = (await user.get('/api/auth/profile/')).body
    const signIn = async (password: string) =>
      (await app.anonymous.post('/api/auth/login/', { username, password })).status
    for (let i = 0; i < 10; i++) await signIn('wrong')
    const locked = await signIn(ADMIN.password)

    await administrator.post(`${USERS}${user.id}/activate/`)

    expect([locked, await signIn(ADMIN.password)]).toEqual([429, 200])
  })
})

describe('other changes', () => {
  it('do not end the sessions', async () => {
    const user = await app.userOf('viewer')

    await administrator.patch(`${USERS}${user.id}/`, { first_name: 'New', is_active: true, email: 'moved@example.net' })
    await administrator.post(`${USERS}${user.id}/verify_email/`)
    await administrator.post(`${USERS}${user.id}/activate/`)
    await administrator.post(`${USERS}${user.id}/generate_reset_code/`)

    expect([(await user.get('/api/auth/profile/')).status, (await refresh(user)).status]).toEqual([200, 200])
  })
})
