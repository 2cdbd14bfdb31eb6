import { expect, it } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'

it('isolates installations that share a cache: the counters of one do not affect the other', async () => {
  const env = { LOGIN_RATE_PER_MINUTE: '1', LOGIN_BURST: '1' }
  // Each signs its administrator in, which uses one of two allowed logins.
  const [one, other] = [await startTestApp({ env }), await startTestApp({ env })]
  const login = (app: typeof one) => app.anonymous.post('/api/auth/login/', { username: 'nobody', password: 'wrong' })

  const statuses = [await login(one), await login(one), await login(other), await login(other)].map(({ status }) => status)

  expect(statuses).toEqual([401, 429, 401, 429])
  await one.stop()
  await other.stop()
})
