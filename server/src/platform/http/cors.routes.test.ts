import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { CORS_ORIGINS: 'https://a.example.org' } })
})
afterAll(() => app.stop())

const headersFor = async (origin: string) => (await app.anonymous.get('/api/auth/health/', { origin })).headers

it('a browser may read responses from an origin in CORS_ORIGINS, without cookies', async () => {
  const headers = await headersFor('https://a.example.org')

  expect(headers.get('access-control-allow-origin')).toBe('https://a.example.org')
  expect(headers.get('access-control-allow-credentials')).toBeNull()
})

it.each(['https://b.example.org', 'http://a.example.org', 'https://a.example.org.evil.example', 'null'])(
  'a browser may not read responses from the origin %s',
  async (origin) => {
    expect((await headersFor(origin)).get('access-control-allow-origin')).toBeNull()
  },
)
