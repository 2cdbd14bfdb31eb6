import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const ID = '00000000-0000-4000-8000-000000000001'
const ids = (count: number) => Array.from({ length: count }, () => ID)
const text = (length: number) => 'x'.repeat(length)

/** What users can make large in the features that came last, one above its bound; see docs/security.md. */
it.each([
  ['/api/history/changes/', 'saved_queries', ids(201), 200],
  ['/api/history/changes/', 'note', text(4_001), 4_000],
  ['/api/queries/checks/', 'saved_queries', ids(501), 500],
  ['/api/queries/checks/', 'groups', Array.from({ length: 101 }, String), 100],
  ['/api/notifications/channels/', 'name', text(101), 100],
  ['/api/queries/repositories/', 'url', `https://git.example.org/${text(500)}`, 500],
  ['/api/queries/waivers/', 'reason', text(2_001), 2_000],
] as const)('%s refuses a larger %s than it takes', async (path, field, value, bound) => {
  const { status, body } = await app.admin.post(path, { [field]: value })

  expect(status).toBe(400)
  expect(body[field].join(' ')).toMatch(new RegExp(`\\b${bound}\\b|\\b${bound.toLocaleString('en')}\\b`))
})

it('an object refuses a larger dn than it takes', async () => {
  const path = `/api/controller/connections/${ID}/object/?dn=${'a'.repeat(4_001)}`

  const { status, body } = await app.admin.get(path)

  expect(status).toBe(400)
  expect(body.dn.join(' ')).toMatch(/\b4,?000\b/)
})
