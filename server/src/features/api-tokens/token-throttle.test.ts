import { afterAll, beforeAll, expect, it } from 'vitest'
import { MINUTE } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { newToken, statusOf } from './testing/tokens.ts'

const PROFILE = '/api/auth/profile/'
const [LIMIT, ANONYMOUS_LIMIT] = [8, 4]

const clock = createManualClock(new Date())
let app: TestApp
beforeAll(async () => {
  const env = { THROTTLE_USER_PER_MINUTE: String(LIMIT), THROTTLE_ANON_PER_MINUTE: String(ANONYMOUS_LIMIT), TRUST_PROXY: 'true' }
  app = await startTestApp({ clock, env })
})
afterAll(() => app.stop())

const passedOf = async (times: number, call: () => Promise<number>): Promise<number> => {
  const statuses = await Promise.all(Array.from({ length: times }, call))
  expect(statuses.filter((status) => status !== 429 && status !== 200 && status !== 401)).toEqual([])
  return statuses.filter((status) => status !== 429).length
}

it('each token has a limit of its own, the size of a user’s', async () => {
  const user = await app.userOf('viewer')
  const [first, second] = [await newToken(app, user), await newToken(app, user)]
  await clock.advance(MINUTE)

  expect(await passedOf(LIMIT + 3, () => statusOf(first.get(PROFILE)))).toBe(LIMIT)
  expect(await passedOf(LIMIT + 3, () => statusOf(second.get(PROFILE)))).toBe(LIMIT)
  expect(await passedOf(LIMIT + 3, () => statusOf(user.get(PROFILE)))).toBe(LIMIT)
  await clock.advance(MINUTE)
  expect(await statusOf(first.get(PROFILE))).toBe(200)
})

it('a bearer that is no token counts as anonymous, by address', async () => {
  const headers = { authorization: `Bearer hdl_${'x'.repeat(43)}`, 'x-forwarded-for': '192.0.2.8' }

  expect(await passedOf(ANONYMOUS_LIMIT + 3, () => statusOf(app.anonymous.get(PROFILE, headers)))).toBe(ANONYMOUS_LIMIT)
})
