import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Conflict } from '../../kernel/errors.ts'
import { storeAutomationConnection } from '../../testing/automation-connection.ts'
import { type Answer, type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { automationTemplateDeleting, automationTemplatesFeature } from './index.ts'

const TEMPLATES = '/api/automation/templates/'
const CATEGORIES = '/api/automation/categories/'
let app: TestApp
let operator: Client & { id: number }
let editor: Client & { id: number }
let connection: string

beforeAll(async () => {
  app = await startTestApp()
  operator = await app.userOf('operator')
  editor = await app.userOf('editor')
  connection = await storeAutomationConnection(app)
})
afterAll(() => app.stop())

const created = ({ status, body, text }: Answer): Answer['body'] => {
  expect(status, text).toBe(201)
  return body
}
const minimal = () => ({ name: 'Create VLAN', automation_connection: connection, automation_job_template_id: 7 })
const make = async (body: object = {}) => created(await operator.post(TEMPLATES, { ...minimal(), ...body }))
const url = (id: string): string => `${TEMPLATES}${id}/`
const group = async (...members: readonly { id: number }[]): Promise<number> => {
  const { id } = created(await app.admin.post('/api/auth/groups/', { name: `group ${randomUUID()}` }))
  const { pool } = app.app.platform.database
  for (const member of members)
    await pool.query('insert into group_members (group_id, user_id) values ($1, $2)', [id, member.id])
  return id
}
const service = () => app.app.features.of(automationTemplatesFeature).templates
const viewer = (user: { readonly id: number }, isOperator = false) => ({
  id: user.id,
  username: 'x',
  timezone: 'UTC',
  group: null,
  isSuperuser: false,
  isAdmin: false,
  managesWorkspace: isOperator,
  actsAsMember: true,
  permissions: new Set<string>(),
})

describe('a template', () => {
  it('has every documented field, with defaults for what was not given', async () => {
    const template = await make()

    expect(template).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      ...minimal(),
      description: '',
      category: null,
      execution_mode: 'bulk',
      row_concurrency: 5,
      schema: [],
      validation_lists: [],
      allowed_groups: [],
      created_by: 'operator-1',
      created_at: expect.stringMatching(/\+00:00$/),
      updated_at: template.created_at,
    })
    expect((await editor.get(url(template.id))).body).toEqual(template)
  })

  it('keeps everything that was given, and what a change leaves out', async () => {
    const category = created(await operator.post(CATEGORIES, { name: 'Network' })).id
    const list = created(await operator.post('/api/automation/validation-lists/', { name: 'L', values: ['a'] })).id
    const given = {
      ...minimal(),
      description: 'Adds VLANs.',
      category,
      execution_mode: 'per_row',
      row_concurrency: 2,
      schema: [
        { name: 'vlan', field_type: 'integer', required: true, min: 1, max: 4094, default: 5, help_text: 'An id.' },
      ],
      validation_lists: [list],
      allowed_groups: [await group()],
    }

    const template = await make(given)
    const changed = await operator.patch(url(template.id), { name: 'Other' })
    const replaced = await operator.put(url(template.id), minimal())

    expect(template).toMatchObject(given)
    expect(changed).toMatchObject({ status: 200, body: { ...given, name: 'Other' } })
    expect(changed.body.updated_at > template.updated_at).toBe(true)
    expect(replaced.body).toMatchObject({
      ...minimal(),
      description: '',
      schema: [],
      allowed_groups: [],
      category: null,
    })
  })

  it('gets a 400 with every fault of every field', async () => {
    const missing = randomUUID()

    const answer = await operator.post(TEMPLATES, {
      name: '',
      category: 4242,
      automation_connection: missing,
      automation_job_template_id: 'seven',
      execution_mode: 'parallel',
      schema: [{ field_type: 'enum' }, { name: 'a', validation_list: missing, foo: 1 }],
      validation_lists: [missing],
      allowed_groups: [424242],
    })

    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body).sort()).toEqual(
      [
        'name',
        'category',
        'automation_connection',
        'automation_job_template_id',
        'execution_mode',
        'schema.0.name',
        'schema.1.foo',
        'validation_lists',
        'allowed_groups',
      ].sort(),
    )
    expect((await operator.post(TEMPLATES, {})).body).toMatchObject({
      name: ['This field is required.'],
      automation_connection: ['This field is required.'],
      automation_job_template_id: ['This field is required.'],
    })
    expect((await operator.post(TEMPLATES, [])).status).toBe(400)
  })

  it('is not changed by who read an older version', async () => {
    const { id } = await make()
    const { headers } = await operator.get(url(id))
    const stale = { 'if-match': headers.get('etag')! }

    expect((await operator.patch(url(id), { name: 'a' }, stale)).status).toBe(200)
    expect((await operator.patch(url(id), { name: 'b' }, stale)).status).toBe(412)
    expect((await operator.put(url(id), minimal(), stale)).status).toBe(412)
  })

  it('can be changed by operators; others read it', async () => {
    const { id } = await make()
    const nobody = await app.userOf(undefined)

    expect((await editor.post(TEMPLATES, {})).status).toBe(403)
    expect((await editor.put(url(id), {})).status).toBe(403)
    expect((await editor.patch(url(id), {})).status).toBe(403)
    expect((await editor.delete(url(id))).status).toBe(403)
    expect((await nobody.get(TEMPLATES)).status).toBe(403)
    expect((await operator.patch(url(randomUUID()), {})).status).toBe(404)
    expect((await operator.delete(url(randomUUID()))).status).toBe(404)
    expect((await operator.get(url('nonsense'))).status).toBe(404)
  })

  it('is found by category, connection and words, in any order', async () => {
    const category = created(await operator.post(CATEGORIES, { name: 'Filter' })).id
    const other = await storeAutomationConnection(app, 'other')
    const a = await make({ name: 'aaa needle', category })
    const b = await make({ name: 'bbb', description: 'Needle.', automation_connection: other })
    const ids = async (query: string) =>
      (await editor.get(`${TEMPLATES}?${query}`)).body.results.map(({ id }: { id: string }) => id)

    expect(await ids(`category=${category}`)).toEqual([a.id])
    expect(await ids(`automation_connection=${other.toUpperCase()}`)).toEqual([b.id])
    expect(await ids('search=NEEDLE')).toEqual([a.id, b.id])
    expect(await ids('search=needle&ordering=-name')).toEqual([b.id, a.id])
    expect(await ids('search=needle&page_size=1&page=2')).toEqual([b.id])
    expect((await editor.get(`${TEMPLATES}?category=x&ordering=color`)).body).toEqual({
      category: [expect.any(String)],
      ordering: [expect.any(String)],
    })
  })

  it('is deleted with what it refers to, unless somebody objects', async () => {
    const { id } = await make()
    let objects = true
    app.app.platform.events.onRaised(automationTemplateDeleting, async (_tx, { template_id: deleted }) => {
      if (objects && deleted === id) throw new Conflict('The template has unfinished requests.', 'pending_requests')
    })
    onTestFinished(() => {
      objects = false
    })

    const refused = await operator.delete(url(id))
    objects = false
    const deleted = await operator.delete(url(id))

    expect(refused).toMatchObject({ status: 409, body: { code: 'pending_requests' } })
    expect(deleted.status).toBe(204)
    expect((await operator.get(url(id))).status).toBe(404)
  })
})

describe('a template for some groups', () => {
  it('does not exist for others', async () => {
    const member = await app.userOf('editor')
    const { id } = await make({ name: 'reserved', allowed_groups: [await group(member)] })
    const listed = async (client: Client) => (await client.get(`${TEMPLATES}?search=reserved`)).body.count

    expect(await Promise.all([editor, member, operator, app.admin].map(listed))).toEqual([0, 1, 1, 1])
    expect((await editor.get(url(id))).status).toBe(404)
    expect((await member.get(url(id))).status).toBe(200)
    expect(await service().visible(viewer(editor), id)).toBeUndefined()
    expect(await service().visible(viewer(member), id.toUpperCase())).toMatchObject({ id })
    expect(await service().visible(viewer(member), 'nonsense')).toBeUndefined()
    expect(await service().visible({ ...viewer(member), actsAsMember: false }, id)).toBeUndefined()
    expect(await service().launchable(viewer(editor), id, AbortSignal.timeout(5_000))).toBeUndefined()
  })

  it('is for nobody else when its last group is deleted', async () => {
    const reserved = await group()
    const { id } = await make({ allowed_groups: [reserved] })

    expect(await service().seenBy(id)).toEqual({ groupIds: [reserved] })
    expect((await app.admin.delete(`/api/auth/groups/${reserved}/`)).status).toBe(204)

    expect((await editor.get(url(id))).status).toBe(404)
    expect(await service().seenBy(id)).toEqual({ groupIds: [] })
    expect((await operator.patch(url(id), { allowed_groups: [] })).status).toBe(200)
    expect((await editor.get(url(id))).status).toBe(200)
    expect(await service().seenBy(id)).toEqual({ everybody: true })
    expect(await service().seenBy(randomUUID())).toBeUndefined()
  })
})

describe('a launchable template', () => {
  const open = async (schema: object[]) => {
    const { id } = await make({ schema })
    return (await service().launchable(viewer(editor), id, AbortSignal.timeout(5_000)))!
  }

  it('has its columns with all they refer to, as they are now', async () => {
    const pattern = created(
      await operator.post('/api/automation/regex-patterns/', { name: 'Host', pattern: '[a-z]+' }),
    ).id
    const list = created(
      await operator.post('/api/automation/validation-lists/', { name: 'Sites', values: ['ber', 'waw'] }),
    ).id
    const shared = created(
      await operator.post('/api/automation/column-templates/', { name: 'Site', validation_list: list, required: true }),
    ).id
    const schema = [
      { name: 'host', regex_pattern: pattern },
      { name: 'site', column_template: shared },
    ]
    const launchable = await open(schema)

    expect(launchable.template).toMatchObject({
      name: 'Create VLAN',
      connectionId: connection,
      jobTemplateId: 7,
      executionMode: 'bulk',
    })
    expect(launchable.template.columns).toMatchObject([
      { name: 'host', pattern: { id: pattern, pattern: '[a-z]+' } },
      { name: 'site', required: true, list: { id: list, name: 'Sites' } },
    ])
    expect(await launchable.checkRows([{ host: 'leaf', site: 'ber' }])).toEqual({
      rows: [{ host: 'leaf', site: 'ber' }],
    })
    expect(await launchable.checkRows([{ host: 'L', site: 'bar' }])).toEqual({
      faults: {
        'rows.0.host': ['"L": expected a match of the pattern "Host".'],
        'rows.0.site': ['"bar": expected a value of the list "Sites". Did you mean "ber"?'],
      },
    })
    await operator.patch(`/api/automation/column-templates/${shared}/`, { required: false })
    await operator.patch(`/api/automation/validation-lists/${list}/`, { values: ['bar'] })
    expect(await (await open(schema)).checkRows([{ site: 'bar' }, {}])).toEqual({ rows: [{ site: 'bar' }, {}] })
  })

  it('serves others while it checks many rows', async () => {
    const pattern = created(
      await operator.post('/api/automation/regex-patterns/', { name: 'x', pattern: '(a?){150}a{150}' }),
    ).id
    const launchable = await open([{ name: 'a', regex_pattern: pattern }])
    let turns = 0
    let isOver = false
    const countTurns = async (): Promise<void> => {
      for (; !isOver; turns++) await setImmediate()
    }

    const checked = launchable.checkRows(
      Array.from({ length: 10_000 }, (_, row) => ({ a: 'a'.repeat(200 + (row % 90)) })),
    )
    await Promise.all([countTurns(), checked.finally(() => (isOver = true))])

    expect(await checked).toHaveProperty('rows')
    expect(turns).toBeGreaterThan(3)
  })
})

describe('categories of templates', () => {
  const category = async (body: object) => created(await operator.post(CATEGORIES, { name: 'c', ...body }))

  it('are changed and deleted by their owner, operators and administrators', async () => {
    const permissions = ['view', 'add', 'change', 'delete'].map((action) => `automation.${action}_category`)
    const helper = await app.userOf('viewer')
    await app.admin.patch(`/api/auth/groups/${await group(helper)}/`, { permissions })
    const own = created(await helper.post(CATEGORIES, { name: 'own' }))
    const others = await category({ name: 'not theirs' })

    const statuses = [
      (await helper.patch(`${CATEGORIES}${others.id}/`, { name: 'x' })).status,
      (await helper.put(`${CATEGORIES}${others.id}/`, { name: 'x' })).status,
      (await helper.delete(`${CATEGORIES}${others.id}/`)).status,
      (await helper.patch(`${CATEGORIES}${own.id}/`, { name: 'x' })).status,
      (await operator.patch(`${CATEGORIES}${own.id}/`, { name: 'y' })).status,
      (await helper.delete(`${CATEGORIES}${own.id}/`)).status,
    ]

    expect(statuses).toEqual([403, 403, 403, 200, 200, 204])
  })

  it('form a tree and count the templates that the caller sees', async () => {
    const parent = await category({ name: 'Fabric', description: 'All of it.' })
    const child = await category({ parent: parent.id })
    await make({ category: parent.id })
    await make({ category: parent.id, allowed_groups: [await group()] })

    expect(parent).toEqual({
      id: expect.any(Number),
      name: 'Fabric',
      parent: null,
      description: 'All of it.',
      template_count: 0,
      children: [],
    })
    expect((await operator.get(`${CATEGORIES}${parent.id}/`)).body).toMatchObject({
      children: [child.id],
      template_count: 2,
    })
    expect((await editor.get(`${CATEGORIES}?search=fabric`)).body.results).toMatchObject([{ template_count: 1 }])
    expect((await editor.get(`${CATEGORIES}?parent=${parent.id}`)).body.results).toMatchObject([{ id: child.id }])
  })

  it('take no parent that is missing or below them', async () => {
    const a = await category({})
    const b = await category({ parent: a.id })

    expect((await operator.post(CATEGORIES, { name: 'x', parent: 4242 })).body).toEqual({
      parent: ['Category 4242 does not exist.'],
    })
    expect((await operator.patch(`${CATEGORIES}${a.id}/`, { parent: b.id })).status).toBe(400)
    expect((await operator.patch(`${CATEGORIES}${a.id}/`, { parent: a.id })).status).toBe(400)
    expect((await operator.put(`${CATEGORIES}${b.id}/`, { name: 'free' })).body).toMatchObject({
      name: 'free',
      parent: null,
    })
    expect((await operator.post(CATEGORIES, { description: 7 })).body).toMatchObject({
      name: [expect.any(String)],
      description: [expect.any(String)],
    })
  })

  it('with templates are not deleted; with children only by force', async () => {
    const parent = await category({})
    const middle = await category({ parent: parent.id })
    const child = await category({ parent: middle.id })
    const used = await make({ category: middle.id })

    const inUse = await operator.delete(`${CATEGORIES}${middle.id}/?force=true`)
    await operator.patch(url(used.id), { category: null })
    const hasChildren = await operator.delete(`${CATEGORIES}${middle.id}/`)
    const forced = await operator.delete(`${CATEGORIES}${middle.id}/?force=true`)

    expect(inUse).toMatchObject({ status: 409, body: { code: 'in_use' } })
    expect(hasChildren).toMatchObject({ status: 409, body: { code: 'has_children', children: [child.id] } })
    expect(forced.status).toBe(204)
    expect((await operator.get(`${CATEGORIES}${child.id}/`)).body.parent).toBe(parent.id)
    expect((await operator.delete(`${CATEGORIES}${middle.id}/`)).status).toBe(404)
  })

  it('are changed by operators', async () => {
    const { id } = await category({})

    expect((await editor.post(CATEGORIES, {})).status).toBe(403)
    expect((await editor.patch(`${CATEGORIES}${id}/`, {})).status).toBe(403)
    expect((await editor.delete(`${CATEGORIES}${id}/`)).status).toBe(403)
  })
})
