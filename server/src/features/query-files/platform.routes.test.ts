import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exported, fileOf, fileQuery, fileTask, IMPORT, importFile, refusal } from '../../testing/query-files/files.ts'
import { newToken } from '../../testing/api-tokens/tokens.ts'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const CONTROLLERS = '/api/controller/connections/'
const TEMPLATES = '/api/automation/templates/'
const GROUPS = '/api/auth/groups/'
const ALL = 'include=groups,controller_connections,automation_connections,automation_templates,settings'

let app: TestApp
let admin: Client
let count = 0
/** A name that no other test has. */
let name: (text: string) => string
beforeAll(async () => {
  app = await startTestApp()
  admin = app.admin
  await connect('lab')
})
afterAll(() => app.stop())
beforeEach(() => {
  count += 1
  name = (text) => `${text} ${count}`
})

const connect = (called: string, rest: object = {}) =>
  admin.post(CONTROLLERS, { name: called, host: '127.0.0.1:1', username: 'u', password: 'kept safe', ...rest })
const one = async (path: string, called: string) =>
  (await admin.get(`${path}?page_size=1000`)).body.results.find((item: { name: string }) => item.name === called)
const connection = (text: string, rest: object = {}) => ({
  ...{ name: name(text), host: '127.0.0.1:1', username: 'u' },
  ...rest,
})
const plan = async (client: Client, file: object) => (await client.post(`${IMPORT}?dry_run=true`, fileOf(file as never))).body.plan // prettier-ignore

describe('an export', () => {
  it('has besides queries only what it is asked for, and no secrets', async () => {
    const [bare, all] = [await exported(admin, ''), await exported(admin, ALL)]

    expect(Object.keys(bare)).toEqual(['version', 'categories', 'saved_queries', 'scheduled_tasks'])
    expect(all.controller_connections).toContainEqual({
      ...{ name: 'lab', host: '127.0.0.1:1', hosts: [], username: 'u', verify_ssl: true, ca_certificate: null },
      ...{ is_default: false, max_parallel_requests: 4, max_requests_per_minute: null },
    })
    expect(all.groups.map((group: { name: string }) => group.name)).toContain('Administrators')
    expect(all.settings.map((area: { name: string }) => area.name)).toEqual(['ai', 'audit'])
    expect(JSON.stringify(all)).not.toMatch(/kept safe|password"|api_key/)
    expect((await admin.get('/api/queries/export/?include=users')).body).toEqual({ include: [expect.any(String)] })
  })

  it('shows only what its reader may view', async () => {
    const [viewer, editor] = [await app.userOf('viewer'), await app.userOf('editor')]

    expect((await editor.get('/api/queries/export/?include=groups')).status).toBe(403)
    expect((await viewer.get('/api/queries/export/?include=settings')).status).toBe(403)
    expect((await editor.get('/api/queries/export/?include=controller_connections')).status).toBe(200)
  })

  it('imported again changes nothing', async () => {
    const file = await exported(admin, ALL)

    expect((await importFile(admin, file)).filter((step) => !step.startsWith('unchanged'))).toEqual([])
  })
})

describe('connections in a file', () => {
  it('are created without a secret, which the plan asks for, and never asked of the controller', async () => {
    const file = {
      controller_connections: [connection('new')],
      automation_connections: [{ name: name('awx'), base_url: 'http://127.0.0.1:1' }],
      saved_queries: [fileQuery(name('q'), { controller_connection: name('new') })],
      scheduled_tasks: [fileTask(name('t'), name('q'), { controller_connections: [name('new')] })],
    }

    expect(await plan(admin, file)).toMatchObject([
      { action: 'create', kind: 'controller_connection', name: name('new'), needs_secret: 'password' },
      { action: 'create', kind: 'automation_connection', needs_secret: 'token' },
      { action: 'create', kind: 'saved_query' },
      { action: 'create', kind: 'scheduled_task' },
    ])
    await importFile(admin, file)
    const { id, has_password } = await one(CONTROLLERS, name('new'))
    expect(has_password).toBe(false)
    expect((await admin.post(`${CONTROLLERS}${id}/test_connection/`)).body).toMatchObject({
      ...{ status: 'failure', step: 'login', message: expect.stringContaining('no password yet') },
    })

    const given = await admin.patch(`${CONTROLLERS}${id}/`, { password: 'p' })
    expect([given.status, given.body.has_password]).toEqual([200, true])
    expect((await plan(admin, file))[0]).toEqual({
      ...{ action: 'unchanged', kind: 'controller_connection', name: name('new'), diff: null },
    })
  })

  it('keep their secret when they change, and cannot take it to another address', async () => {
    await connect(name('a'))
    const file = (rest: object) => ({ controller_connections: [connection('a', rest)] })

    expect(await plan(admin, file({ max_parallel_requests: 9 }))).toEqual([
      {
        ...{ action: 'change', kind: 'controller_connection', name: name('a'), by_hand: true },
        diff: [{ path: 'max_parallel_requests', before: 4, after: 9 }],
      },
    ])
    await importFile(admin, file({ max_parallel_requests: 9 }))
    expect(await plan(admin, file({ max_parallel_requests: 5 }))).toMatchObject([{ action: 'change' }])
    expect((await plan(admin, file({ max_parallel_requests: 5 })))[0].by_hand).toBeUndefined()
    expect(await refusal(admin, file({ host: '127.0.0.1:2' }))).toEqual({
      status: 400,
      body: { [`controller_connections.${name('a')}`]: [expect.stringContaining('A file holds no secrets')] },
    })
    expect(await refusal(admin, file({ password: 'x', colour: 'red' }))).toMatchObject({
      body: {
        [`controller_connections.${name('a')}.password`]: [expect.stringContaining('remove this line')],
        [`controller_connections.${name('a')}.colour`]: [expect.any(String)],
      },
    })
  })

  it('are renamed with all that names them', async () => {
    await connect(name('old'))
    const before = await one(CONTROLLERS, name('old'))
    const file = {
      controller_connections: [connection('new', { renamed_from: name('old') })],
      saved_queries: [fileQuery(name('q'), { controller_connection: name('new') })],
    }

    expect((await plan(admin, file))[0]).toMatchObject({ action: 'change', renamed_from: name('old') })
    await importFile(admin, file)

    expect((await one(CONTROLLERS, name('new'))).id).toBe(before.id)
    expect(await importFile(admin, file)).toEqual([
      `unchanged controller_connection ${name('new')}`,
      `unchanged saved_query ${name('q')}`,
    ])
  })

  it('cannot both be the default', async () => {
    const both = ['a', 'b'].map((text) => connection(text, { is_default: true }))

    expect(Object.keys((await refusal(admin, { controller_connections: both })).body)).toEqual([
      `controller_connections.${name('a')}.is_default`,
      `controller_connections.${name('b')}.is_default`,
    ])
  })

  it('are refused to those who may not change them, by the name of the permission, and nothing is done', async () => {
    const editor = await app.userOf('editor')
    const file = {
      controller_connections: [connection('new')],
      saved_queries: [fileQuery(name('q'), { controller_connection: name('new') })],
    }

    expect(await refusal(editor, file)).toEqual({
      status: 403,
      body: {
        detail: 'This import needs controller.add_connection.',
        permission: 'controller.add_connection',
      },
    })
    expect(await one(CONTROLLERS, name('new'))).toBeUndefined()
    expect((await editor.post(`${IMPORT}?dry_run=true`, fileOf({ controller_connections: [] }))).status).toBe(200)
  })
})

describe('groups and settings in a file', () => {
  it('are changed by administrators', async () => {
    const file = {
      groups: [{ name: name('NOC'), role_template: 'viewer', permissions: ['queries.view_savedquery'] }],
      settings: [{ name: 'audit', retention_days: { query_execution: 45 } }],
    }

    const steps = await importFile(admin, file)

    expect(steps).toEqual([`create group ${name('NOC')}`, 'change setting audit'])
    expect(await one(GROUPS, name('NOC'))).toMatchObject({
      role_template: 'viewer',
      permissions: ['queries.view_savedquery'],
    })
    expect((await admin.get('/api/audit/settings/')).body.retention_days.query_execution).toBe(45)
    expect(await importFile(admin, file)).toEqual([`unchanged group ${name('NOC')}`, 'unchanged setting audit'])
  })

  it('are refused to others, and to API tokens of administrators', async () => {
    const [operator, token] = [await app.userOf('operator'), await newToken(app, admin)]
    const file = { groups: [{ name: name('g') }], settings: [{ name: 'ai', verbosity: 'concise' }] }

    expect(await refusal(operator, file)).toEqual({
      status: 403,
      body: { detail: 'Only an administrator may read and change groups.' },
    })
    expect(await refusal(token, file)).toEqual({
      status: 403,
      body: {
        detail: `Only an administrator may change group "${name('g')}", setting "ai", and not with an API token.`,
      },
    })
    expect(await one(GROUPS, name('g'))).toBeUndefined()
  })

  it('say what is wrong at its place', async () => {
    const file = {
      groups: [{ name: name('g'), permissions: ['queries.fly'] }],
      settings: [{ name: 'ai', verbosity: 'loud' }, { name: 'mail' }],
    }

    expect(await refusal(admin, { groups: [{ name: 'VIEWERS' }] })).toEqual({
      ...{ status: 400, body: { 'groups.VIEWERS.name': ['Another group has this name.'] } },
    })
    expect(Object.keys((await refusal(admin, file)).body).toSorted()).toEqual([
      `groups.${name('g')}.permissions`,
      'settings.ai.verbosity',
      'settings.mail.name',
    ])
  })
})

describe('templates in a file', () => {
  const template = (rest: object = {}) => ({
    ...{ name: name('fix'), automation_connection: name('awx'), automation_job_template_id: 7 },
    ...rest,
  })

  it('are refused to those who may not change them, with the connections they need', async () => {
    const editor = await app.userOf('editor')
    const file = {
      automation_connections: [{ name: name('awx'), base_url: 'http://127.0.0.1:1' }],
      automation_templates: [template()],
    }

    const { status, body } = await refusal(editor, file)

    expect([status, body.permission]).toEqual([403, expect.stringContaining('automation.')])
    expect(await one(TEMPLATES, name('fix'))).toBeUndefined()
  })

  it('name what they refer to', async () => {
    const { body: list } = await admin.post('/api/automation/validation-lists/', { name: name('l'), values: ['a'] })
    const schema = [{ name: 'bd', field_type: 'text', validation_list: name('l') }]
    const file = {
      groups: [{ name: name('NOC') }],
      automation_connections: [{ name: name('awx'), base_url: 'http://127.0.0.1:1' }],
      automation_templates: [template({ schema, allowed_groups: [name('NOC')] })],
    }

    await importFile(admin, file)

    const stored = await one(TEMPLATES, name('fix'))
    expect(stored).toMatchObject({ schema: [{ validation_list: list.id }], allowed_groups: [expect.any(Number)] })
    expect((await exported(admin, ALL)).automation_templates).toContainEqual(
      expect.objectContaining({ name: name('fix'), schema, allowed_groups: [name('NOC')] }),
    )
    expect(await refusal(admin, { ...file, automation_templates: [template({ schema: [{ name: 'bd', validation_list: 'no' }] })] })).toMatchObject({
      body: { [`automation_templates.${name('fix')}.schema.0.validation_list`]: [expect.stringContaining('"no"')] },
    }) // prettier-ignore
  })
})

describe('what a file lacks', () => {
  it('is deleted where its scope names the list, and nothing uses it', async () => {
    await connect(name('unused'))
    const all = (await exported(admin, ALL)).controller_connections as { name: string }[]
    const rest = all.filter((item) => item.name !== name('unused'))
    const file = { controller_connections: rest, delete_missing: true, scope: { kinds: ['controller_connections'] } }

    expect(await importFile(admin, file)).toContain(`delete controller_connection ${name('unused')}`)

    expect(await one(CONTROLLERS, name('unused'))).toBeUndefined()
  })

  it('stays where something uses it, and says so', async () => {
    await connect(name('used'))
    await importFile(admin, { saved_queries: [fileQuery(name('q'), { controller_connection: name('used') })] })
    await admin.post(GROUPS, { name: name('members') })
    const { id } = await one(GROUPS, name('members'))
    await admin.post(`${GROUPS}${id}/add_members/`, { user_ids: [(await app.userOf('viewer')).id] })
    const all = await exported(admin, ALL)
    const without = (list: string, called: string) => all[list].filter((item: { name: string }) => item.name !== called)
    const scope = { kinds: ['groups', 'controller_connections', 'settings'] }

    const { body } = await refusal(admin, {
      groups: without('groups', name('members')).filter((item: { name: string }) => item.name !== 'Viewers'),
      controller_connections: without('controller_connections', name('used')),
      settings: without('settings', 'ai'),
      ...{ delete_missing: true, scope },
    })

    expect(body).toEqual({
      [`groups.${name('members')}`]: [expect.stringContaining('It has a member')],
      'groups.Viewers': [expect.any(String)],
      [`controller_connections.${name('used')}`]: [expect.stringContaining('in use by 1 saved query')],
      'settings.ai': [expect.stringContaining('neither come nor go')],
    })
  })
})
