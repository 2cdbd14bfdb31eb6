import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let editor: Client
beforeAll(async () => {
  app = await startTestApp()
  await app.admin.post('/api/controller/connections/', {
    name: 'lab',
    host: '127.0.0.1:1',
    username: 'u',
    password: 'p',
  })
  editor = await app.userOf('editor')
})
afterAll(() => app.stop())

const EXPORT = '/api/queries/export/'
const IMPORT = '/api/queries/import/'

const FILE = {
  version: 1,
  categories: ['A', 'A/B~1C'],
  saved_queries: [
    {
      name: 'all',
      description: 'every one',
      category: 'A/B~1C',
      controller_connection: 'lab',
      nodes: [{ id: 'a', class_name: 'fvBD' }],
      edges: [],
      post_processors: [{ id: 'p', type: 'lookup', config: { saved_query: 'base', on: { dn: 'dn' } } }],
    },
    { name: 'base', controller_connection: 'lab', nodes: [{ id: 'a', class_name: 'fvCtx' }], edges: [] },
  ],
  scheduled_tasks: [
    {
      name: 'nightly',
      saved_query: 'all',
      controller_connections: ['lab'],
      schedule_type: 'interval',
      interval_minutes: 60,
      timezone: 'UTC',
    },
  ],
}

it('imports what it exports, and then finds nothing to do', async () => {
  const dry = await editor.post(`${IMPORT}?dry_run=true`, FILE)
  expect(dry.status, dry.text).toBe(200)
  const done = await editor.post(IMPORT, FILE)
  expect(done.status, done.text).toBe(200)
  expect({ ...done.body, applied: false }).toEqual(dry.body)
  const exported = await editor.get(`${EXPORT}?format=json`)
  expect(exported.status, exported.text).toBe(200)
  const yaml = await editor.get(EXPORT)
  const again = await editor.post(IMPORT, exported.body)
  expect(again.body.plan.map((step: { action: string }) => step.action)).toEqual([
    'unchanged',
    'unchanged',
    'unchanged',
    'unchanged',
    'unchanged',
  ])
  const text = await editor.post(`${IMPORT}?dry_run=true`, yaml.text, { 'content-type': 'application/yaml' })
  expect(text.status, text.text).toBe(200)
})

it('tells anyone the schema of canvases and of files', async () => {
  const canvas = await app.anonymous.get('/api/queries/canvas-schema/')
  const file = await app.anonymous.get('/api/queries/file-schema/')

  expect(canvas.body).toMatchObject({ properties: { nodes: {}, edges: {}, post_processors: {} } })
  expect(new Ajv2020({ strict: false }).validate(file.body, FILE)).toBe(true)
  expect(Object.keys(file.body.properties.saved_queries.items.properties)).toContain('renamed_from')
})

it('refuses a body that is no UTF-8', async () => {
  const { access } = await app.userOf('editor')

  const answer = await fetch(new URL(IMPORT, app.url), {
    method: 'POST',
    headers: { 'content-type': 'application/yaml', authorization: `Bearer ${access}` },
    body: Buffer.from('version: 1 # Stra\xdfe', 'latin1'),
  })

  expect([answer.status, await answer.json()]).toEqual([400, { non_field_errors: ['The body is no UTF-8.'] }])
})
