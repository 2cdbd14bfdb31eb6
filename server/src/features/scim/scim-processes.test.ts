import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SECOND } from '../../kernel/durations.ts'
import type { SocketChannel } from '../../platform/realtime/channel.ts'
import { newToken, statusOf } from '../../testing/api-tokens/tokens.ts'
import { GROUPS, newScimGroup, patchOf, scimClient, USERS } from '../../testing/scim/scim-client.ts'
import { ADMIN, type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { statementsOf } from '../../testing/statements-of.ts'
import { createTestStorage, type TestStorage } from '../../testing/test-storage.ts'

const lobby: SocketChannel = {
  path: '/ws/lobby/',
  open: async (subscriber) => {
    subscriber.send({ type: 'hello', data: {} })
    return { status: 'open', close: () => undefined }
  },
}
const ON_SERVICES = process.env.TEST_DATABASE_URL !== undefined && process.env.TEST_REDIS_URL !== undefined
const PROFILE = '/api/auth/profile/'

let storage: TestStorage
let app: TestApp
/** Another process, where there can be two; else the same one. */
let other: TestApp
let scim: Client
beforeAll(async () => {
  storage = await createTestStorage()
  app = await startTestApp({ storage, channels: [lobby] })
  other = ON_SERVICES ? await startTestApp({ storage, channels: [lobby] }) : app
  scim = await scimClient(app)
})
afterAll(async () => {
  if (other !== app) await other.stop()
  await app.stop()
  await storage.remove()
})

const ENDINGS: readonly [string, (id: number) => Promise<unknown>][] = [
  [
    'active: false in a PATCH',
    (id) => scim.patch(`${USERS}/${id}`, patchOf({ op: 'replace', value: { active: false } })),
  ],
  [
    'active: false in a PUT',
    async (id) => {
      const { body } = await scim.get(`${USERS}/${id}`)
      return scim.put(`${USERS}/${id}`, { ...body, active: false })
    },
  ],
  ['DELETE', (id) => scim.delete(`${USERS}/${id}`)],
]

describe.each(ENDINGS)('%s', (_what, end) => {
  it('ends sessions, tokens and sockets within a second of the answer, in every process', async () => {
    const user = await app.userOf('editor')
    const { token } = await newToken(app, user)
    const enter = async (client: Client) => {
      const { ticket } = (await client.post('/api/ws-ticket/')).body
      const socket = other.socket(`/ws/lobby/?ticket=${ticket}`)
      await socket.next()
      return socket
    }
    const sockets = [await enter(user), await enter(app.as(token))]

    await end(user.id)
    const answeredAt = performance.now()

    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4001, 4001])
    expect(performance.now() - answeredAt).toBeLessThan(SECOND)
    const bearers = [other.as(user.access), other.as(token)]
    expect(await Promise.all(bearers.map((one) => statusOf(one.get(PROFILE))))).toEqual([401, 401])
    expect(await statusOf(other.anonymous.post('/api/auth/token/refresh/', { refresh: user.refresh }))).toBe(401)
  })
})

it('activation brings back the account, but none of its tokens and sessions', async () => {
  const user = await app.userOf('editor')
  const { username } = (await user.get(PROFILE)).body
  const { token } = await newToken(app, user)
  const setActive = (active: boolean) =>
    scim.patch(`${USERS}/${user.id}`, patchOf({ op: 'replace', path: 'active', value: active }))

  await setActive(false)
  const activated = await setActive(true)

  expect(activated.body.active).toBe(true)
  expect(await Promise.all([user, app.as(token)].map((one) => statusOf(one.get(PROFILE))))).toEqual([401, 401])
  expect((await app.signIn(username, ADMIN.password)).id).toBe(user.id)
})

describe('the last superuser', () => {
  const off = patchOf({ op: 'replace', path: 'active', value: 'False' })

  it('is neither deactivated nor deleted', async () => {
    const answers = [
      await scim.patch(`${USERS}/${app.admin.id}`, off),
      await scim.put(`${USERS}/${app.admin.id}`, { userName: ADMIN.username, active: false }),
      await scim.delete(`${USERS}/${app.admin.id}`),
    ]

    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409])
    expect(answers[0]!.body).toMatchObject({ status: '409', detail: expect.stringContaining('last superuser') })
    expect(await statusOf(app.admin.get(PROFILE))).toBe(200)
  })

  it('stays when two are deactivated at once, each in a process of its own', async () => {
    const second = await app.userOf('administrator')
    await app.admin.patch(`/api/auth/management/${second.id}/`, { is_superuser: true })
    const [here, there] = [await scimClient(app), await scimClient(other, other.as(second.access))]

    const answers = await Promise.all([
      here.patch(`${USERS}/${second.id}`, off),
      there.patch(`${USERS}/${app.admin.id}`, off),
    ])

    // Whose token died with its owner gets 401, where the other was quicker.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.every(({ status }) => [200, 401, 409].includes(status))).toBe(true)
    const active = await app.app.platform.database.pool.query('select id from users where is_superuser and is_active')
    expect(active.rows).toHaveLength(1)
    await app.app.platform.database.pool.query('update users set is_active = true where is_superuser')
  })
})

it.skipIf(!ON_SERVICES)('a group takes and loses 2,000 members in a bounded number of statements', async () => {
  const client = await scimClient(app, await app.signIn(ADMIN.username, ADMIN.password))
  const { pool } = app.app.platform.database
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (username, email, auth_source, scim_origin, date_joined, updated_at)
     select 'many-' || n, '', 'provider', 'created', now(), now() from generate_series(1, 2000) n returning id`,
  )
  const ids = rows.map(({ id }) => String(id))
  const { id, displayName } = await newScimGroup(client)
  const removals = ids.slice(0, 1_000).map((member) => ({ op: 'remove', path: `members[value eq "${member}"]` }))

  const filling = await statementsOf(pool, (headers) =>
    client.put(`${GROUPS}/${id}`, { displayName, members: ids.map((value) => ({ value })) }, headers),
  )
  const filled = (await client.get(`${GROUPS}/${id}`)).body.members
  const removing = await statementsOf(pool, (headers) => client.patch(`${GROUPS}/${id}`, patchOf(...removals), headers))

  expect(filled).toHaveLength(2_000)
  expect((await client.get(`${GROUPS}/${id}`)).body.members).toHaveLength(1_000)
  expect(Math.min(filling.length, removing.length)).toBeGreaterThan(5)
  expect(Math.max(filling.length, removing.length)).toBeLessThan(30)
})
