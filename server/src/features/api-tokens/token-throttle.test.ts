import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { newToken, statusOf } from '../../testing/api-tokens/tokens.ts'

const PROFILE = '/api/auth/profile/'
const [LIMIT, ANONYMOUS_LIMIT] = [8, 4]

let app: TestApp
beforeAll(async () => {
  const env = {
    THROTTLE_USER_PER_MINUTE: String(LIMIT),
    THROTTLE_ANON_PER_MINUTE: String(ANONYMOUS_LIMIT),
    TRUST_PROXY: 'true',
  }
  app = await startTestApp({ env })
})
afterAll(() => app.stop())

/** How many of more requests than the limit are not refused for their number. */
const passedOf = async (status: number, call: () => Promise<number>): Promise<number> => {
  const statuses = await Promise.all(Array.from({ length: LIMIT + 3 }, call))
  expect(statuses.filter((one) => one !== status && one !== 429)).toEqual([])
  return statuses.filter((one) => one === status).length
}

it('each token has a limit of its own, the size of a user’s', async () => {
  const user = await app.userOf('viewer')
  const [first, second] = [await newToken(app, user), await newToken(app, user)]

  const passed = [
    await passedOf(200, () => statusOf(first.get(PROFILE))),
    await passedOf(200, () => statusOf(second.get(PROFILE))),
    await passedOf(200, () => statusOf(user.get(PROFILE))),
  ]

  // Its owner has sent the two requests that created them.
  expect(passed).toEqual([LIMIT, LIMIT, LIMIT - 2])
})

it('a bearer that is no token counts as anonymous, by address', async () => {
  const headers = { authorization: `Bearer hdl_${'x'.repeat(43)}`, 'x-forwarded-for': '192.0.2.8' }

  expect(await passedOf(401, () => statusOf(app.anonymous.get(PROFILE, headers)))).toBe(ANONYMOUS_LIMIT)
})
