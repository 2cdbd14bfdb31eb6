import type { ChannelOptions, Heddle } from '@heddle/client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { createTestStorage, type TestStorage } from '../../testing/test-storage.ts'
import { notificationsFeature } from './index.ts'

const LIST = '/api/notifications/notifications/'
const NOTICE = { category: 'system', severity: 'info', title: 'a title', body: 'a body', link: '/somewhere/' } as const
const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
const TEST_SERVICES = process.env.TEST_DATABASE_URL !== undefined && process.env.TEST_REDIS_URL !== undefined

type User = Awaited<ReturnType<TestApp['userOf']>>
type Frames = ReturnType<Heddle['follow']['notifications']>

let storage: TestStorage
let app: TestApp
beforeAll(async () => {
  storage = await createTestStorage()
  app = await startTestApp({ storage })
})
afterAll(async () => {
  await app.stop()
  await storage.remove()
})

const tell = (userIds: readonly number[]) =>
  app.app.platform.database.transaction((tx) => app.app.features.of(notificationsFeature).notify(tx, userIds, NOTICE))
const idsOf = async (user: User): Promise<string[]> => (await user.get(LIST)).body.results.map(({ id }: any) => id)

async function listen(
  user: User,
  server = app,
  options: ChannelOptions & { readonly baseUrl?: string } = {},
): Promise<Frames> {
  const { baseUrl = server.url, ...channel } = options
  const socket = (await server.heddle(user, { baseUrl })).follow.notifications(channel)
  onTestFinished(async () => {
    await socket.return()
  })
  return socket
}
/** A user's socket that has received its first count. */
async function listenFrom(...given: Parameters<typeof listen>): Promise<Frames> {
  const socket = await listen(...given)
  await socket.next()
  return socket
}
const count = (n: number) => ({ type: 'unread_count', data: { count: n }, timestamp: TIMESTAMP })
const read = (id: unknown = expect.any(String)) => ({ type: 'notification_read', data: { id }, timestamp: TIMESTAMP })
const created = (id: unknown = expect.any(String)) => ({
  type: 'notification_created',
  data: { id, ...NOTICE },
  timestamp: TIMESTAMP,
})
const frames = async (socket: Frames, expected: number) => {
  const got: unknown[] = []
  while (got.length < expected) got.push((await socket.next()).value)
  return got
}

describe('a notifications socket', () => {
  it('starts with the unread count', async () => {
    const user = await app.userOf('viewer')
    await tell([user.id])
    await tell([user.id])

    const socket = await listen(user)

    expect(await frames(socket, 1)).toEqual([count(2)])
  })

  it('sends a new notification and the new count', async () => {
    const user = await app.userOf('viewer')
    const socket = await listenFrom(user)

    await tell([user.id])

    const [id] = await idsOf(user)
    expect(await frames(socket, 2)).toEqual([created(id), count(1)])
  })

  it('sends once that a notification was read', async () => {
    const user = await app.userOf('viewer')
    await tell([user.id])
    await tell([user.id])
    const [id, other] = await idsOf(user)
    const socket = await listenFrom(user)

    await user.post(`${LIST}${id}/mark_read/`)
    const first = await frames(socket, 2)
    await user.post(`${LIST}${id}/mark_read/`)
    await user.post(`${LIST}${other}/mark_read/`)

    expect([...first, ...(await frames(socket, 2))]).toEqual([read(id), count(1), read(other), count(0)])
  })

  it('sends up to a hundred notifications marked as read one by one, then the count', async () => {
    const user = await app.userOf('viewer')
    await app.app.platform.database.pool.query(
      `insert into notifications select gen_random_uuid(), $1, 'system', 'info', n::text, '', null, now() + n * interval '1 s' from generate_series(1, 103) n`,
      [user.id],
    )
    const socket = await listenFrom(user)

    await user.post(`${LIST}mark_all_read/`)

    const newest = (await user.get(`${LIST}?page_size=100`)).body.results.map(({ id }: any) => read(id))
    expect(await frames(socket, 101)).toEqual([...newest, count(0)])
  })

  it('sends the new count when an unread notification is deleted, and nothing when it was read', async () => {
    const user = await app.userOf('viewer')
    await tell([user.id])
    await tell([user.id])
    const [id, other] = await idsOf(user)
    await user.post(`${LIST}${id}/mark_read/`)
    const socket = await listenFrom(user)

    await user.delete(`${LIST}${id}/`)
    await user.delete(`${LIST}${other}/`)
    const deleted = await frames(socket, 1)
    await tell([user.id])

    expect([...deleted, ...(await frames(socket, 2))]).toEqual([count(0), created(), count(1)])
  })

  it('receives changes from other sockets of the user, but nothing about other users', async () => {
    const [user, other] = [await app.userOf('viewer'), await app.userOf('viewer')]
    const [one, two, others] = [await listenFrom(user), await listenFrom(user), await listenFrom(other)]

    await tell([user.id])
    const received = [await frames(one, 2), await frames(two, 2)]
    await user.post(`${LIST}mark_all_read/`)
    const afterwards = [await frames(one, 2), await frames(two, 2)]
    await tell([other.id])

    expect(received).toEqual(Array(2).fill([created(), count(1)]))
    expect(afterwards).toEqual(Array(2).fill([read(), count(0)]))
    expect(await frames(others, 2)).toEqual([created(), count(1)])
  })

  it('receives nothing that is not shown in the app or was rolled back', async () => {
    const user = await app.userOf('viewer')
    await user.patch('/api/notifications/preferences/', { categories: { system: { in_app: false } } })
    const socket = await listenFrom(user)
    const notifications = app.app.features.of(notificationsFeature)
    const failing = app.app.platform.database.transaction(async (tx) => {
      await notifications.notify(tx, [user.id], { ...NOTICE, category: 'snapshot' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')

    await tell([user.id])
    await user.patch('/api/notifications/preferences/', { categories: { system: { in_app: true } } })
    await tell([user.id])

    expect(await frames(socket, 2)).toEqual([created(), count(1)])
  })

  it('leaves the others open when it is closed', async () => {
    const user = await app.userOf('viewer')
    const [closing, staying] = [await listenFrom(user), await listenFrom(user)]
    await closing.return()

    await tell([user.id])

    expect(await frames(staying, 2)).toEqual([created(), count(1)])
  })

  it('goes on with the present count after the network was away', async () => {
    const { hostname: host, port } = new URL(app.url)
    const proxy = await startTcpProxy({ host, port: Number(port) })
    onTestFinished(() => proxy.close())
    const user = await app.userOf('viewer')
    const pauses: number[] = []
    const onReconnect = (seconds: number) => {
      // The first try finds nobody.
      if (pauses.push(seconds) === 2) proxy.restore()
    }
    const socket = await listenFrom(user, app, { baseUrl: `http://127.0.0.1:${proxy.port}`, onReconnect })

    proxy.cut()
    await tell([user.id])

    expect(await frames(socket, 1)).toEqual([count(1)])
    expect(pauses).toEqual([1, 2])
  })

  it('requires a ticket', async () => {
    expect(await app.socket('/ws/notifications/?ticket=none').closed).toBe(4001)
  })
})

describe.skipIf(!TEST_SERVICES)('a notifications socket of another process', () => {
  it('receives the same frames', async () => {
    const other = await startTestApp({ storage })
    const user = await app.userOf('viewer')
    const [here, there] = [await listenFrom(user), await listenFrom(user, other)]

    await tell([user.id])
    const received = [await frames(here, 2), await frames(there, 2)]
    await user.post(`${LIST}mark_all_read/`)

    const afterwards = [await frames(here, 2), await frames(there, 2)]
    expect([...received, ...afterwards]).toEqual([
      ...Array(2).fill([created(), count(1)]),
      ...Array(2).fill([read(), count(0)]),
    ])
    await there.return()
    await other.stop()
  })
})
