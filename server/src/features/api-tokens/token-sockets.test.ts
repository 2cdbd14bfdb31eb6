import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../kernel/durations.ts'
import type { SocketChannel } from '../../platform/realtime/channel.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { ADMIN, type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { newToken, type Token, TOKENS } from '../../testing/api-tokens/tokens.ts'

const USERS = '/api/auth/management/'
const PING_MS = 30 * SECOND

const lobby: SocketChannel = {
  path: '/ws/lobby/',
  open: async (subscriber) => {
    subscriber.send({
      type: 'hello',
      data: { permissions: [...subscriber.caller.permissions], username: subscriber.caller.username },
    })
    return { status: 'open', close: () => undefined }
  },
}
const clock = createManualClock(new Date())
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock, channels: [lobby] })
})
afterAll(() => app.stop())

type User = Awaited<ReturnType<TestApp['userOf']>>
const ticketOf = async (token: Token): Promise<string> => (await token.post('/api/ws-ticket/')).body.ticket
const enter = (ticket: string) => app.socket(`/ws/lobby/?ticket=${ticket}`)
const asAdmin = (): Promise<Client> => app.signIn(ADMIN.username, ADMIN.password)

/** Everything that ends a token. */
const ENDINGS: readonly [string, (user: User, token: Token) => Promise<unknown>][] = [
  ['it is deleted', (user, { id }) => user.delete(`${TOKENS}${id}/`)],
  ['it expires', () => clock.leap(MINUTE)],
  ['its owner is deactivated', async ({ id }) => (await asAdmin()).post(`${USERS}${id}/deactivate/`)],
  ['its owner is deleted', async ({ id }) => (await asAdmin()).delete(`${USERS}${id}/`)],
]
const tokenOf = (user: User) =>
  newToken(app, user, { expires_at: new Date(clock.now().getTime() + MINUTE).toISOString() })

describe('a ticket of a token', () => {
  it('opens a socket with the rights of the token, once', async () => {
    const permissions = ['controller.view_connection']
    const ticket = await ticketOf(await newToken(app, await app.userOf('operator'), { permissions }))

    const socket = enter(ticket)

    expect((await socket.next()).data).toEqual({ permissions, username: expect.stringMatching(/^operator-/) })
    expect(await enter(ticket).closed).toBe(4001)
    socket.close()
  })

  it.each(ENDINGS)('is void once %s', async (_what, end) => {
    const user = await app.userOf('viewer')
    const token = await tokenOf(user)
    await clock.leap(30 * SECOND)
    const ticket = await ticketOf(token)

    await end(user, token)

    expect(await enter(ticket).closed).toBe(4001)
  })
})

describe('a socket of a token', () => {
  it.each(ENDINGS)('is closed with 4001 at the next ping after %s', async (_what, end) => {
    const user = await app.userOf('viewer')
    const token = await tokenOf(user)
    const socket = enter(await ticketOf(token))
    await socket.next()

    await end(user, token)
    await clock.leap(PING_MS)

    expect(await socket.closed).toBe(4001)
  })

  it('stays open when the sessions of its owner end', async () => {
    const user = await app.userOf('viewer')
    const token = await newToken(app, user)
    const socket = enter(await ticketOf(token))
    await socket.next()

    await (await asAdmin()).post(`${USERS}${user.id}/reset_password/`, { new_password: 'a fresh long secret' })
    await clock.leap(HOUR)

    expect(await socket.next()).toMatchObject({ type: 'ping' })
    socket.close()
  })
})
