import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { createTestStorage, type TestStorage } from '../../testing/test-storage.ts'
import { newToken, statusOf, TOKENS } from '../../testing/api-tokens/tokens.ts'

const PROFILE = '/api/auth/profile/'
const TEST_SERVICES = process.env.TEST_DATABASE_URL !== undefined && process.env.TEST_REDIS_URL !== undefined

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

it.skipIf(!TEST_SERVICES)(
  'a token that one process deletes is dead in every other, on the very next request',
  async () => {
    const other = await startTestApp({ storage })
    const user = await app.userOf('editor')
    const token = await newToken(app, user)
    const elsewhere = other.as(token.token)
    const before = await statusOf(elsewhere.get(PROFILE))

    await user.delete(`${TOKENS}${token.id}/`)

    expect([before, await statusOf(elsewhere.get(PROFILE))]).toEqual([200, 401])
    await other.stop()
  },
)

it.skipIf(!TEST_SERVICES)('a ticket of a token opens a socket in every process', async () => {
  const other = await startTestApp({ storage })
  const token = await newToken(app, await app.userOf('viewer'))
  const { ticket } = (await token.post('/api/ws-ticket/')).body

  const socket = other.socket(`/ws/notifications/?ticket=${ticket}`)

  expect(await socket.next()).toMatchObject({ type: 'unread_count' })
  socket.close()
  await socket.closed
  await other.stop()
})

it('a token is read from the database at each request', async () => {
  const token = await newToken(app, await app.userOf('editor'))
  const before = await statusOf(token.get(PROFILE))

  await app.app.platform.database.pool.query('delete from api_tokens where id = $1', [token.id])

  expect([before, await statusOf(token.get(PROFILE))]).toEqual([200, 401])
})
