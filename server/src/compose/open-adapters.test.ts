import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createRootKey } from '../adapters/secrets/root-key.ts'
import { Secret } from '../adapters/secrets/secret.ts'
import { createTokenSigner } from '../adapters/tokens/token-signer.ts'
import { readConfig } from '../config/read-config.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { openKeys } from './open-adapters.ts'

it('isolates installations that share a cache: the counters of one do not affect the other', async () => {
  const env = { LOGIN_RATE_PER_MINUTE: '1', LOGIN_BURST: '1' }
  // Each signs its administrator in, which uses one of two allowed logins.
  const [one, other] = [await startTestApp({ env }), await startTestApp({ env })]
  const login = (app: typeof one) => app.anonymous.post('/api/auth/login/', { username: 'nobody', password: 'wrong' })

  const statuses = [await login(one), await login(one), await login(other), await login(other)].map(
    ({ status }) => status,
  )

  expect(statuses).toEqual([401, 429, 401, 429])
  await one.stop()
  await other.stop()
})

it.each([
  ['the current key', { SECRET_KEY: 'short key' }],
  ['an earlier key', { SECRET_KEY: 'a long key 0123456789 abcdefghijk', SECRET_KEY_PREVIOUS: 'short key' }],
])('accepts tokens that were signed before short keys were stretched: %s', async (_which, env) => {
  const read = readConfig(env)
  if (!read.ok) throw new Error(read.problems.join())
  const session = { userId: 1, sessionId: '7d3c9a80-6a3f-4f5e-9d5a-0a5a5c0b1e2f' }
  const unstretched = createTokenSigner([createRootKey(new Secret('short key')).derive('token-signing')])

  const { tokens } = await openKeys(read.config, pino({ level: 'silent' }))

  const now = new Date()
  expect(tokens.verify('access', unstretched.sign('access', session, now, 60_000), now)).toMatchObject(session)
  expect(unstretched.verify('access', tokens.sign('access', session, now, 60_000), now)).toBeUndefined()
})
