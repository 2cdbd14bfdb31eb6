import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ImportStep } from '@heddle/contract/query-files.ts'
import { insertTemplate } from '../../testing/automation/insert-template.ts'
import {
  exported,
  fileOf,
  fileQuery,
  fileTask,
  IMPORT,
  importFile,
  lookup,
  node,
  QUERIES,
  refusal,
  stepsOf,
  TASKS,
  YAML,
} from '../../testing/query-files/files.ts'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { schedulesFeature } from '../schedules/index.ts'

let app: TestApp
let editor: Client
let count = 0
// The folder of a test, and a name that no other test has.
let folder: string
let name: (text: string) => string
beforeAll(async () => {
  app = await startTestApp()
  // Nothing fires while tests read when it would.
  await app.app.features.of(schedulesFeature).scheduler.close()
  await newConnection('lab')
})
afterAll(() => app.stop())
beforeEach(async () => {
  editor = await app.userOf('editor')
  count += 1
  folder = `Folder ${count}`
  name = (text) => `${text} ${count}`
})

const newConnection = async (called: string): Promise<string> =>
  (
    await app.admin.post('/api/controller/connections/', {
      name: called,
      host: '127.0.0.1:1',
      username: 'u',
      password: 'p',
    })
  ).body.id
const query = (text: string, rest: object = {}) => fileQuery(name(text), { category: folder, ...rest })
const task = (text: string, of: string, rest: object = {}) => fileTask(name(text), name(of), rest)
const found = async (path: string, called: string) =>
  (await editor.get(`${path}?search=${encodeURIComponent(called)}`)).body.results.find(
    (one: { name: string }) => one.name === called,
  )
const queryNamed = async (text: string) =>
  (await editor.get(`${QUERIES}${(await found(QUERIES, name(text))).id}/`)).body
const taskNamed = async (text: string) => found(TASKS, name(text))

describe('an import', () => {
  it('creates what is not there, whatever names what in which order, and then finds nothing to do', async () => {
    const file = {
      categories: [`${folder}/Inside`, folder],
      saved_queries: [
        query('a', { post_processors: [lookup(name('b'))] }),
        query('b', {
          category: `${folder}/Inside`,
          post_processors: [lookup(name('a'))],
          parameters: [{ name: 'n', choices_from: { saved_query: name('c'), column: 'c' } }],
          expect: { rows: { min: 1 }, every: 'name != ""' },
        }),
        query('c', { category: null }),
      ],
      scheduled_tasks: [
        task('nightly', 'b', { cron_expression: '0 3 * * *', schedule_type: 'cron', interval_minutes: undefined }),
      ],
    }

    const steps = await importFile(editor, file)
    const again = await importFile(editor, file)

    const expected = [`category ${folder}`, `category ${folder}/Inside`, `saved_query ${name('a')}`, `saved_query ${name('b')}`, `saved_query ${name('c')}`, `scheduled_task ${name('nightly')}`] // prettier-ignore
    expect(steps).toEqual(expected.map((step) => `create ${step}`))
    expect(again).toEqual(expected.map((step) => `unchanged ${step}`))
    const [a, b, c] = [await queryNamed('a'), await queryNamed('b'), await queryNamed('c')]
    expect(a.post_processors[0].config.saved_query).toBe(b.id)
    expect(b.post_processors[0].config.saved_query).toBe(a.id)
    expect(b).toMatchObject({
      parameters: [{ name: 'n', label: 'n', type: 'text', choices_from: { saved_query: c.id } }],
      current_version: '1',
    })
    expect(b.expect).toEqual({ rows: { min: 1 }, every: 'name != ""' })
    expect(await taskNamed('nightly')).toMatchObject({
      saved_query: b.id,
      cron_expression: '0 3 * * *',
      next_run_at: expect.any(String),
    })
  })

  it('changes what differs, by path, and leaves alone what the file does not say', async () => {
    await importFile(editor, {
      categories: [folder],
      saved_queries: [
        query('a', { description: 'before', nodes: [node('x'), node('y')], expect: { rows: { min: 1 } } }),
      ],
      scheduled_tasks: [task('t', 'a', { variables: { tenant: 'x' } })],
    })
    const before = [await queryNamed('a'), await taskNamed('t')]
    const changed = fileOf({
      saved_queries: [{ name: name('a'), nodes: [node('y', 'fvCtx')], expect: null }],
      scheduled_tasks: [{ name: name('t'), variables: { tenant: 'y' } }],
    })

    const dry = await editor.post(`${IMPORT}?dry_run=true`, changed)
    const untouched = [await queryNamed('a'), await taskNamed('t')]
    const real = await editor.post(IMPORT, changed)
    const [a, t] = [await queryNamed('a'), await taskNamed('t')]

    expect(real.body.plan).toEqual([
      {
        action: 'change',
        kind: 'saved_query',
        name: name('a'),
        diff: [
          { path: 'nodes.0', before: node('x'), after: null },
          { path: 'nodes.0.class_name', before: 'fvBD', after: 'fvCtx' },
          { path: 'expect', before: { rows: { min: 1 } }, after: null },
        ],
      },
      {
        action: 'change',
        kind: 'scheduled_task',
        name: name('t'),
        diff: [{ path: 'variables.tenant', before: 'x', after: 'y' }],
      },
    ])
    expect(dry.body).toEqual({ plan: real.body.plan, applied: false })
    expect(untouched).toEqual(before)
    expect(a).toMatchObject({ description: 'before', expect: null, current_version: '2', category: before[0].category })
    expect(t).toMatchObject({ variables: { tenant: 'y' }, next_run_at: before[1].next_run_at, interval_minutes: 60 })
  })

  it('makes no version of what only moved or was described', async () => {
    await importFile(editor, { categories: [folder], saved_queries: [query('a')] })

    const steps = await importFile(editor, { saved_queries: [query('a', { category: null, description: 'now' })] })

    expect(steps).toEqual([`change saved_query ${name('a')}`])
    expect(await queryNamed('a')).toMatchObject({ category: null, description: 'now', current_version: '1' })
  })

  it('applies nothing when anything is wrong, and lists all of it under the names', async () => {
    await importFile(editor, { categories: [folder], saved_queries: [query('there')] })

    const { status, body } = await refusal(editor, {
      categories: [folder, 'Nowhere/Below'],
      saved_queries: [
        query('good'),
        query('bad', {
          nodes: [{ id: 5 }],
          controller_connection: 'no lab',
          category: 'Nowhere',
          post_processors: [lookup('no query')],
          expect: { rows: {} },
          parameters: [{ name: 'n', type: 'texts' }],
          posst_processors: [],
        }),
        { name: name('empty') },
        { name: name('there'), nodes: 'none', description: 5 },
      ],
      scheduled_tasks: [
        task('bad', 'good', {
          timezone: 'Mars',
          interval_minutes: 0,
          granted_groups: ['No group'],
          on_changes: { template: 'No template' },
        }),
        { name: name('empty') },
        task('of the bad one', 'bad'),
        task('of none', 'none'),
      ],
    })

    expect(status).toBe(400)
    expect(Object.keys(body).toSorted()).toEqual(
      [
        'categories.Nowhere/Below',
        ...['category', 'controller_connection', 'expect.rows', 'nodes.0.id', 'parameters.0.type', 'post_processors.0.config.saved_query', 'posst_processors'].map((path) => `saved_queries.${name('bad')}.${path}`), // prettier-ignore
        ...['controller_connection', 'edges', 'nodes'].map((path) => `saved_queries.${name('empty')}.${path}`),
        ...['description', 'nodes'].map((path) => `saved_queries.${name('there')}.${path}`),
        ...['granted_groups.0', 'interval_minutes', 'on_changes.template', 'timezone'].map(
          (path) => `scheduled_tasks.${name('bad')}.${path}`,
        ),
        ...['controller_connections', 'saved_query', 'schedule_type'].map(
          (path) => `scheduled_tasks.${name('empty')}.${path}`,
        ),
        `scheduled_tasks.${name('of none')}.saved_query`,
      ].toSorted(),
    )
    expect(await found(QUERIES, name('good'))).toBeUndefined()
  })

  it('takes the budget of a canvas, the quota and the source of choices as seriously as any change', async () => {
    const parameters = [{ name: 'n', choices_from: { saved_query: name('self'), column: 'c' } }]
    const { body } = await refusal(editor, {
      categories: [folder],
      saved_queries: [query('large', { nodes: [node('a'.repeat(520_000))] }), query('self', { parameters })],
    })
    const limited = await app.userOf(undefined)
    const group = await app.admin.post('/api/auth/groups/', { name: name('limited'), role_template: 'editor' })
    await app.admin.patch(`/api/auth/groups/${group.body.id}/`, {
      quota: { queries_max: 2, ai_analysis_daily: 1, can_use_ai_builder: true },
    })
    await app.admin.post(`/api/auth/groups/${group.body.id}/add_members/`, { user_ids: [limited.id] })
    const several = (...texts: string[]) => ({ categories: [folder], saved_queries: texts.map((text) => query(text)) })

    expect(Object.keys(body)).toEqual([
      `saved_queries.${name('large')}`,
      `saved_queries.${name('self')}.parameters.0.choices_from.saved_query`,
    ])
    expect((await refusal(limited, several('a', 'b', 'c'))).status).toBe(403)
    expect(await importFile(limited, several('a', 'b'))).toHaveLength(3)
    expect(await importFile(limited, several('a', 'b'))).toHaveLength(3)
    // One goes, one comes. With the same canvas it would be a rename.
    const others = { ...several('b'), delete_missing: true, scope: { category: folder } }
    others.saved_queries.push(query('c', { nodes: [node('other')] }))
    expect(await importFile(limited, others)).toHaveLength(4)
  })
})

describe('what an import may', () => {
  it('never changes what belongs to another, and names it', async () => {
    await importFile(editor, { categories: [folder], saved_queries: [query('theirs'), query('same')] })
    const another = await app.userOf('editor')
    const file = { saved_queries: [query('theirs', { description: 'mine' }), query('same'), query('new')] }

    const { status, body } = await refusal(another, file)

    expect(status).toBe(403)
    expect(body.detail).toBe(
      `Only its owner, an operator or an administrator may change saved query "${name('theirs')}".`,
    )
    expect(await found(QUERIES, name('new'))).toBeUndefined()
    expect(await importFile(another, { saved_queries: [query('theirs'), query('same')] })).toEqual([
      `unchanged saved_query ${name('same')}`,
      `unchanged saved_query ${name('theirs')}`,
    ])
    expect(await importFile(await app.userOf('operator'), file)).toContain(`change saved_query ${name('theirs')}`)
    expect((await queryNamed('theirs')).created_by).toContain('editor')
  })

  it('never deletes what belongs to another, and names all of it', async () => {
    await importFile(editor, { categories: [folder, `${folder}/In`], saved_queries: [query('theirs')] })

    const { status, body } = await refusal(await app.userOf('editor'), {
      delete_missing: true,
      scope: { category: folder },
    })

    expect(status).toBe(403)
    expect(body.detail).toContain(`saved query "${name('theirs')}", folder ${folder}/In`)
  })

  it('needs the permission for each change it comes to, dry or not', async () => {
    const viewer = await app.userOf('viewer')
    await importFile(editor, { categories: [folder], saved_queries: [query('a')] })

    const { status, body } = await refusal(viewer, {
      categories: ['New'],
      saved_queries: [query('a', { description: 'x' }), query('b')],
    })

    expect(status).toBe(403)
    expect(body.detail).toBe(
      'This import needs queries.add_category, queries.add_savedquery, queries.change_savedquery.',
    )
    expect(await importFile(viewer, { saved_queries: [query('a')] })).toEqual([`unchanged saved_query ${name('a')}`])
    expect((await (await app.userOf(undefined)).post(IMPORT, fileOf({}))).status).toBe(403)
    expect((await app.anonymous.post(IMPORT, fileOf({}))).status).toBe(401)
  })

  it('leaves the tasks of others alone, also those of the same name', async () => {
    const another = await app.userOf('editor')
    const file = { categories: [folder], saved_queries: [query('a')], scheduled_tasks: [task('t', 'a')] }
    await importFile(editor, file)

    const steps = await importFile(another, file)

    expect(steps.at(-1)).toBe(`create scheduled_task ${name('t')}`)
    expect((await another.get(TASKS)).body.count).toBe(1)
  })
})

describe('deleting what a file lacks', () => {
  it('is done inside its scope only: tasks, queries, folders', async () => {
    const [inside, below, outside] = [folder, `${folder}/Below`, `${folder} outside`]
    await importFile(editor, {
      categories: [inside, below, `${below}/Deep`, outside],
      saved_queries: [
        query('kept'),
        query('gone', { category: `${below}/Deep` }),
        query('moved', { category: below }),
        query('outside', { category: outside }),
      ],
      scheduled_tasks: [
        task('kept', 'gone'),
        task('gone', 'kept'),
        task('with its query', 'gone'),
        task('outside', 'outside'),
      ],
    })

    const steps = await importFile(editor, {
      categories: [inside],
      saved_queries: [query('kept'), query('moved', { category: outside })],
      scheduled_tasks: [task('kept', 'kept')],
      delete_missing: true,
      scope: { category: inside },
    })

    expect(steps).toEqual([
      `unchanged category ${inside}`,
      `delete category ${below}`,
      `delete category ${below}/Deep`,
      `delete saved_query ${name('gone')}`,
      `unchanged saved_query ${name('kept')}`,
      `change saved_query ${name('moved')}`,
      `delete scheduled_task ${name('gone')}`,
      `change scheduled_task ${name('kept')}`,
      `delete scheduled_task ${name('with its query')}`,
    ])
    const left = await exported(editor, `category=${encodeURIComponent(inside)}`)
    expect([left.categories, left.saved_queries.length, left.scheduled_tasks.length]).toEqual([[inside], 1, 1])
    expect((await exported(editor, `category=${encodeURIComponent(outside)}`)).saved_queries).toHaveLength(2)
  })

  it('needs a scope, and never takes what the file still names', async () => {
    await importFile(editor, { categories: [folder], saved_queries: [query('a')], scheduled_tasks: [task('t', 'a')] })
    const scope = { category: folder }

    expect((await refusal(editor, { delete_missing: true })).body).toHaveProperty('scope')
    expect((await refusal(editor, { delete_missing: true, scope: { category: 'Nowhere' } })).body).toHaveProperty([
      'scope.category',
    ])
    expect(
      (await refusal(editor, { delete_missing: true, scope, scheduled_tasks: [task('t', 'a')] })).body,
    ).toHaveProperty([`scheduled_tasks.${name('t')}.saved_query`])
    expect(
      (await refusal(editor, { delete_missing: true, scope, scheduled_tasks: [{ name: name('t') }] })).body,
    ).toEqual({
      [`scheduled_tasks.${name('t')}.saved_query`]: ['This import deletes its saved query: name another one.'],
    })
  })
})

describe('names that fit two things', () => {
  it('are faults where they are named', async () => {
    const [first, second] = [`${folder}/1`, `${folder}/2`]
    await importFile(editor, {
      categories: [folder, first, second],
      saved_queries: [query('same', { category: first })],
    })
    const same = await queryNamed('same')
    const { id: _, ...copied } = same
    await editor.post(QUERIES, { ...copied, category: same.category + 1 })
    await Promise.all([newConnection(name('twice')), newConnection(name('twice'))])

    const { body } = await refusal(editor, {
      saved_queries: [
        query('same', { category: folder }),
        query('a', { post_processors: [lookup(name('same'))], controller_connection: name('twice') }),
      ],
    })
    const alone = await refusal(editor, { saved_queries: [query('a', { post_processors: [lookup(name('same'))] })] })

    expect(body[`saved_queries.${name('same')}`]).toEqual([
      'There are 2 saved queries of this name: rename the others.',
    ])
    expect(body[`saved_queries.${name('a')}.controller_connection`]).toEqual([
      `There are 2 of the name "${name('twice')}": rename all but one.`,
    ])
    expect(alone.status).toBe(400)
    expect(await importFile(editor, { saved_queries: [query('same', { category: first })] })).toEqual([
      `unchanged saved_query ${name('same')}`,
    ])
  })
})

describe('a task', () => {
  it('is granted to groups and followed up by templates of a name', async () => {
    const template = await insertTemplate(app.app.platform.database)
    const { body } = await app.admin.get(`/api/automation/templates/${template}/`)
    const follows = {
      template: body.name,
      mapping: { bd: 'bd.name' },
      changes: ['added'],
      filter: null,
      requires_approval: true,
    }
    const file = {
      categories: [folder],
      saved_queries: [query('a')],
      scheduled_tasks: [
        task('t', 'a', {
          granted_groups: ['Editors', 'Viewers'],
          on_changes: follows,
          retention_policy: '30d',
          merge: true,
        }),
      ],
    }

    await importFile(editor, file)
    const again = await importFile(editor, file)

    expect(again.at(-1)).toBe(`unchanged scheduled_task ${name('t')}`)
    expect(await taskNamed('t')).toMatchObject({
      on_changes: { ...follows, template },
      retention_policy: '30d',
      merge: true,
    })
    expect((await taskNamed('t')).granted_groups).toHaveLength(2)
    expect((await exported(editor, `category=${encodeURIComponent(folder)}`)).scheduled_tasks).toEqual(
      file.scheduled_tasks,
    )
    const faults = await refusal(editor, {
      scheduled_tasks: [task('t', 'a', { on_changes: { ...follows, mapping: { nowhere: 'x' }, filter: 'name ==' } })],
    })
    expect(Object.keys(faults.body)).toEqual([`scheduled_tasks.${name('t')}.on_changes.mapping.nowhere`, expect.stringMatching(/mapping|filter/), expect.stringMatching(/mapping|filter/)]) // prettier-ignore
  })

  it('keeps what was deleted under it, but a new one cannot take it', async () => {
    const gone = await newConnection(name('gone'))
    const connections = ['lab', name('gone')]
    await importFile(editor, {
      categories: [folder],
      saved_queries: [query('a', { controller_connection: name('gone') })],
      scheduled_tasks: [task('t', 'a', { controller_connections: connections })],
    })
    await app.admin.delete(`/api/controller/connections/${gone}/`)
    const file = await exported(editor, `category=${encodeURIComponent(folder)}`)

    expect(file.scheduled_tasks[0].controller_connections).toEqual(['lab', gone])
    expect((await importFile(editor, file)).every((step) => step.startsWith('unchanged'))).toBe(true)
    const renamed = { ...file, scheduled_tasks: [{ ...file.scheduled_tasks[0], name: name('other') }] }
    expect((await refusal(editor, renamed)).body).toEqual({
      [`scheduled_tasks.${name('other')}.controller_connections.1`]: [`There is no controller connection "${gone}".`],
    })
  })
})

describe('the body of an import', () => {
  const text = (body: string, type = 'application/yaml') =>
    editor.post(`${IMPORT}?dry_run=true`, body, { 'content-type': type })

  it.each([
    'application/yaml',
    'application/yaml; charset=utf-8',
    'text/yaml',
    'application/x-yaml',
    'application/json',
  ])('may be %s', async (type) => {
    const body =
      type === 'application/json'
        ? JSON.stringify(fileOf({ categories: [folder] }))
        : `version: 1\ncategories:\n  - ${folder}\n`

    const answer = await text(body, type)

    expect(answer.status, answer.text).toBe(200)
    expect(stepsOf(answer.body)).toEqual([`create category ${folder}`])
  })

  it.each(['text/plain', 'application/xml', 'application/yamlx', 'multipart/form-data'])(
    'may not be %s',
    async (type) => {
      expect((await text('version: 1\n', type)).status).toBe(415)
    },
  )

  it('says the line of what is no YAML, or more than plain YAML', async () => {
    const answer = await text('version: 1\nsaved_queries: &all []\nscheduled_tasks: *all\n')

    expect(answer.status).toBe(400)
    expect(answer.body.non_field_errors).toEqual([
      'Line 2: Remove the anchor &all: anchors are not read.',
      'Line 3: Write out what *all stands for: aliases are not read.',
    ])
  })

  it.each<[string, string]>([
    ['deep', '['.repeat(100_000)],
    ['deep in a key', `version: 1\ncategories: ${'{a: '.repeat(70)}1${'}'.repeat(70)}\n`],
    ['large', `version: 1\ncategories: [${'a,'.repeat(100_001)}]\n`],
    ['no text', '\u0000\u0001\u0002'],
    ['a number', '5'],
    ['a list', '- version: 1\n'],
  ])('that is %s is a 400, in time', async (_, body) => {
    const answer = await text(body)

    expect(answer.status, answer.text.slice(0, 200)).toBe(400)
    expect(Object.keys(answer.body)).toEqual(['non_field_errors'])
  })

  it('of nothing, or of keys that mean something to objects, is a file without a version', async () => {
    expect((await text('')).body).toEqual({ version: ['This field is required.'] })
    expect((await text('__proto__: {version: 1}\n')).body).toEqual({ version: ['This field is required.'] })
    expect((await text('version: 1\nconstructor: 1\n')).body).toEqual({
      constructor: [expect.stringContaining('There is no such key')],
    })
    expect((await text('version: 1\nsaved_queries: [{name: __proto__, nodes: []}]\n')).body).toHaveProperty([
      'saved_queries.__proto__.edges',
    ])
  })

  it('of more than 10 MB is a 413', async () => {
    expect((await text(`# ${'x'.repeat(10_485_760)}`)).status).toBe(413)
  })

  it('is not looked at without a permission to import', async () => {
    expect((await (await app.userOf(undefined)).post(IMPORT, 'a: &x 1', YAML)).status).toBe(403)
  })
})

describe('at the same time', () => {
  it('two imports of one file create everything once', async () => {
    const file = fileOf({
      categories: [folder],
      saved_queries: Array.from({ length: 5 }, (_, index) => query(`q${index}`)),
      scheduled_tasks: [task('t', 'q0')],
    })

    const answers = await Promise.all([1, 2, 3].map(() => editor.post(IMPORT, file)))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const created = answers.filter(({ body }) => stepsOf(body)[0]!.startsWith('create'))
    expect(created).toHaveLength(1)
    expect((await exported(editor, `category=${encodeURIComponent(folder)}`)).saved_queries).toHaveLength(5)
  })

  it('an edit and an import are both kept, whichever comes first', async () => {
    await importFile(editor, { categories: [folder], saved_queries: [query('a')] })
    const { id } = await queryNamed('a')

    const [edit, done] = await Promise.all([
      editor.patch(`${QUERIES}${id}/`, { description: 'edited' }),
      editor.post(IMPORT, fileOf({ saved_queries: [{ name: name('a'), nodes: [node('b')] }] })),
    ])

    expect([edit.status, done.status]).toEqual([200, 200])
    expect(await queryNamed('a')).toMatchObject({ description: 'edited', nodes: [node('b')], current_version: '2' })
  })
})

it('500 queries are imported at once, and compared at once', async () => {
  const names = Array.from({ length: 500 }, () => randomUUID())
  const file = fileOf({ categories: [folder], saved_queries: names.map((one) => fileQuery(one, { category: folder })) })
  const done = await editor.post(IMPORT, file)
  const again = await editor.post(IMPORT, file)

  expect(done.status, done.text.slice(0, 500)).toBe(200)
  expect(stepsOf(done.body)).toHaveLength(501)
  expect(stepsOf(again.body).every((step) => step.startsWith('unchanged'))).toBe(true)
}, 120_000)

describe('a plan', () => {
  const planOf = async (client: Client, file: Parameters<typeof fileOf>[0], more = '') =>
    (await client.post(`${IMPORT}?dry_run=true${more}`, fileOf(file))).body.plan as ImportStep[]
  const stepOf = async (file: Parameters<typeof fileOf>[0], action: string) =>
    (await planOf(editor, file)).find((step) => step.action === action && step.kind !== 'category')
  const gone = () => ({ categories: [folder], delete_missing: true, scope: { category: folder } })

  it('keeps the history of a renamed query, which the file names or its canvas tells', async () => {
    await importFile(editor, { categories: [folder], saved_queries: [query('old', { nodes: [node(name('n'))] })] })
    const { id } = await queryNamed('old')

    const named = { saved_queries: [query('new', { renamed_from: name('old') })] }
    const guessed = { ...gone(), saved_queries: [query('newer', { nodes: [node(name('n'))] })] }

    expect(await stepOf(named, 'change')).toMatchObject({ name: name('new'), renamed_from: name('old') })
    expect(await stepOf(guessed, 'change')).toMatchObject({
      renamed_from: name('old'),
      diff: [{ path: 'name', before: name('old'), after: name('newer') }],
    })
    expect(await importFile(editor, named)).toEqual([`change saved_query ${name('new')}`])
    expect((await queryNamed('new')).id).toBe(id)
    expect(await importFile(editor, named)).toEqual([`unchanged saved_query ${name('new')}`])
  })

  it('says what goes with a query that it deletes, and whether somebody changed it by hand', async () => {
    await importFile(editor, {
      categories: [folder],
      saved_queries: [query('a')],
      scheduled_tasks: [task('t', 'a')],
    })
    const { id } = await queryNamed('a')
    const deleted = async () => (await planOf(editor, gone())).find((step) => step.kind === 'saved_query')

    expect(await deleted()).toEqual({
      ...{ action: 'delete', kind: 'saved_query', name: name('a'), diff: null },
      loses: { executions: 0, snapshots: 0, schedules: 0 },
    })
    await editor.patch(`${QUERIES}${id}/`, { description: 'by hand' })
    await app.admin.post(TASKS, {
      ...{
        name: 'of another',
        saved_query: id,
        controller_connections: [(await queryNamed('a')).controller_connection],
      },
      ...{ schedule_type: 'interval', interval_minutes: 600 },
    })

    expect(await deleted()).toMatchObject({ by_hand: true, loses: { schedules: 1 } })
    expect(await stepOf({ saved_queries: [query('a')] }, 'change')).toMatchObject({ by_hand: true })
  })

  it('warns of a task that somebody else has already', async () => {
    const file = { categories: [folder], saved_queries: [query('a')], scheduled_tasks: [task('t', 'a')] }
    await importFile(editor, file)

    expect((await planOf(app.admin, file)).filter(({ twins }) => twins !== undefined)).toEqual([
      { action: 'create', kind: 'scheduled_task', name: name('t'), diff: null, twins: 1 },
    ])
  })

  it('says why queries could not run, if it is asked', async () => {
    const file = {
      categories: [folder],
      saved_queries: [
        query('wrong', { nodes: [node('a'), { id: 'b' }] }),
        query('right', { post_processors: [lookup(name('wrong'))] }),
        query('open', { nodes: [{ ...node('a'), scope_dn: 'uni/tn-{{tenant}}' }] }),
      ],
    }
    const problems = (plan: ImportStep[]) => Object.fromEntries(plan.map((step) => [step.name, step.problems]))

    const found = problems(await planOf(editor, file, '&validate=true'))

    expect(found[name('wrong')]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ severity: 'error', path: expect.stringContaining('nodes.1') }),
      ]),
    )
    expect(JSON.stringify(found[name('right')])).not.toContain('there is no saved query')
    expect(found[name('open')]).toBeUndefined()
    expect(Object.values(problems(await planOf(editor, file))).every((each) => each === undefined)).toBe(true)
  })
})
