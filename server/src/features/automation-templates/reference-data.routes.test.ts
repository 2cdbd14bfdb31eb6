import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeAutomationConnection } from '../../testing/automation-connection.ts'
import { type Answer, type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const PATTERNS = '/api/automation/regex-patterns/'
const COLUMNS = '/api/automation/column-templates/'
const LISTS = '/api/automation/validation-lists/'
let app: TestApp
let operator: Client
let editor: Client

beforeAll(async () => {
  app = await startTestApp()
  operator = await app.userOf('operator')
  editor = await app.userOf('editor')
})
afterAll(() => app.stop())

const created = ({ status, body, text }: Answer): Answer['body'] => {
  expect(status, text).toBe(201)
  return body
}
const make = async (path: string, body: object) => created(await operator.post(path, body))
const BODIES = [
  [PATTERNS, { name: 'Host', description: 'Lower case.', pattern: '[a-z]+' }],
  [
    COLUMNS,
    { name: 'VLAN', description: 'An id.', field_type: 'integer', min: 1, max: 4094, required: true, default: '7' },
  ],
  [LISTS, { name: 'Sites', description: 'Where.', values: ['ber', 'waw'] }],
] as const

describe.each(BODIES)('reference data in %s', (path, body) => {
  it('is created, read, replaced, changed and deleted', async () => {
    const item = await make(path, body)

    expect(item).toMatchObject({ ...body, created_by: 'operator-1', created_at: item.updated_at })
    expect((await editor.get(`${path}${item.id}/`)).body).toEqual(item)
    expect((await operator.patch(`${path}${item.id}/`, { name: 'Other' })).body).toMatchObject({
      ...body,
      name: 'Other',
    })
    const { description: _, ...rest } = body
    expect((await operator.put(`${path}${item.id}/`, rest)).body).toMatchObject({ ...body, description: '' })
    expect((await operator.delete(`${path}${item.id}/`)).status).toBe(204)
    expect((await operator.get(`${path}${item.id}/`)).status).toBe(404)
  })

  it('is searched and ordered', async () => {
    const a = await make(path, { ...body, name: 'aa needle' })
    const b = await make(path, { ...body, name: 'bb', description: 'Needle' })
    const ids = async (query: string) =>
      (await editor.get(`${path}?${query}`)).body.results.map(({ id }: { id: string }) => id)

    expect(await ids('search=needle')).toEqual([a.id, b.id])
    expect(await ids('search=needle&ordering=-name')).toEqual([b.id, a.id])
    expect((await editor.get(`${path}?search=needle&page_size=1`)).body).toMatchObject({
      count: 2,
      next: expect.any(String),
    })
    expect((await editor.get(`${path}?ordering=size`)).status).toBe(400)
  })

  it('is changed by operators only, and not from an older version', async () => {
    const { id } = await make(path, body)
    const stale = { 'if-match': (await operator.get(`${path}${id}/`)).headers.get('etag')! }

    expect((await editor.post(path, {})).status).toBe(403)
    expect((await editor.put(`${path}${id}/`, {})).status).toBe(403)
    expect((await editor.patch(`${path}${id}/`, {})).status).toBe(403)
    expect((await editor.delete(`${path}${id}/`)).status).toBe(403)
    expect((await operator.patch(`${path}${id}/`, { name: 'x' }, stale)).status).toBe(200)
    expect((await operator.patch(`${path}${id}/`, { name: 'y' }, stale)).status).toBe(412)
    expect((await operator.patch(`${path}${randomUUID()}/`, { name: 'y' })).status).toBe(404)
    expect((await operator.delete(`${path}${randomUUID()}/`)).status).toBe(404)
    expect((await operator.post(path, [])).status).toBe(400)
  })
})

describe('a regex pattern', () => {
  it.each(['(', '(?=a)', 'x'.repeat(1_001), '((a{1,100}){1,100}){1,10}'])('refuses %s', async (pattern) => {
    const answer = await operator.post(PATTERNS, { name: '', pattern })

    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body).sort()).toEqual(['name', 'pattern'])
  })
})

describe('a column template', () => {
  it('gets every fault at once, keeps what a change leaves out and has no template itself', async () => {
    const { id } = await make(COLUMNS, {
      name: 'Color',
      field_type: 'enum',
      choices: ['red'],
      column_template: randomUUID(),
    })

    expect((await operator.post(COLUMNS, { field_type: 'enum', choices: [1], min: 'x' })).body).toEqual({
      name: ['This field is required.'],
      choices: [expect.any(String)],
      min: ['Expected a number.'],
    })
    const changed = await operator.patch(`${COLUMNS}${id}/`, { choices: ['red', 'blue'] })
    expect(changed.body).toMatchObject({ field_type: 'enum', choices: ['red', 'blue'] })
    expect(changed.body).not.toHaveProperty('column_template')
    expect((await operator.patch(`${COLUMNS}${id}/`, { field_type: 'text' })).body).toEqual({
      choices: [expect.stringContaining('takes no')],
    })
    expect((await operator.patch(`${COLUMNS}${id}/`, { validation_list: randomUUID() })).body).toHaveProperty(
      'validation_list',
    )
  })
})

describe('reference data in use', () => {
  it('is not deleted, and the answer says by what it is used', async () => {
    const list = await make(LISTS, { name: 'L', values: ['a'] })
    const named = await make(LISTS, { name: 'M', values: ['a'] })
    const pattern = await make(PATTERNS, { name: 'P', pattern: 'a' })
    const column = await make(COLUMNS, { name: 'C', validation_list: list.id, regex_pattern: pattern.id.toUpperCase() })
    const template = await make('/api/automation/templates/', {
      name: 'T',
      automation_connection: await storeAutomationConnection(app),
      automation_job_template_id: 1,
      schema: [
        { name: 'a', column_template: column.id },
        { name: 'b', validation_list: list.id },
      ],
      validation_lists: [named.id],
    })

    const answers = await Promise.all(
      [LISTS + list.id, LISTS + named.id, PATTERNS + pattern.id, COLUMNS + column.id].map((path) =>
        operator.delete(`${path}/`),
      ),
    )

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(4).fill([409, 'in_use']))
    expect(answers[0]!.body).toEqual({
      detail: 'The validation list is used by the template "T" and the column template "C".',
      code: 'in_use',
      templates: [template.id],
      column_templates: [column.id],
    })
    expect((await operator.delete(`/api/automation/templates/${template.id}/`)).status).toBe(204)
    expect((await operator.delete(`${COLUMNS}${column.id}/`)).status).toBe(204)
    expect((await operator.delete(`${LISTS}${list.id}/`)).status).toBe(204)
    expect((await operator.delete(`${PATTERNS}${pattern.id}/`)).status).toBe(204)
  })
})

describe('a static validation list', () => {
  it('holds each value once, in order', async () => {
    const list = await make(LISTS, { name: 'x', source: 'static', values: ['b', 'a', 'b'] })

    expect(list).toMatchObject({
      source: { type: 'static', saved_query: null, column: null },
      values: ['b', 'a'],
      refreshed_at: null,
    })
    expect((await operator.post(LISTS, { name: 'y', source: { type: 'static' }, values: [] })).status).toBe(201)
  })

  it('needs its values, and takes no other source', async () => {
    expect((await operator.post(LISTS, { name: '' })).body).toEqual({
      name: [expect.any(String)],
      values: ['This field is required.'],
    })
    expect((await operator.post(LISTS, { name: 'x', values: [1] })).body).toHaveProperty('values.0')
    expect((await operator.post(LISTS, { name: 'x', source: 'elsewhere' })).status).toBe(400)
    expect((await operator.post(LISTS, { name: 'x', source: { type: 'saved_query' } })).body).toEqual({
      'source.saved_query': ['This field is required.'],
      'source.column': ['This field is required.'],
    })
  })

  it('cannot be refreshed', async () => {
    const { id } = await make(LISTS, { name: 'x', values: ['a'] })

    expect(await operator.post(`${LISTS}${id}/refresh/`)).toMatchObject({ status: 409, body: { code: 'static_list' } })
    expect((await editor.post(`${LISTS}${id}/refresh/`)).status).toBe(403)
  })
})
