import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exported, fileOf, fileQuery, fileTask, IMPORT, importFile, refusal } from '../../testing/query-files/files.ts'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const LISTS = ['automation_categories', 'regex_patterns', 'validation_lists', 'column_templates'] as const
const ALL = `include=automation_connections,${LISTS.join(',')},automation_templates`
const AREA = '/api/automation/'

let app: TestApp
let admin: Client
let count = 0
/** A name that no other test has. */
let name: (text: string) => string
beforeAll(async () => {
  app = await startTestApp()
  admin = app.admin
  await admin.post('/api/controller/connections/', { name: 'lab', host: '127.0.0.1:1', username: 'u', password: 'p' })
})
afterAll(() => app.stop())
beforeEach(() => {
  count += 1
  name = (text) => `${text} ${count}`
})

const one = async (path: string, called: string) =>
  (await admin.get(`${path}?page_size=1000`)).body.results.find((item: { name: string }) => item.name === called)
const plan = async (file: object, client = admin) =>
  (await client.post(`${IMPORT}?dry_run=true`, fileOf(file as never))).body.plan

/** A template with whatever one can name, and a task that launches it: nothing of it is there yet. */
const installation = () => ({
  automation_connections: [{ name: name('awx'), base_url: 'http://127.0.0.1:1' }],
  // Not in the order in which they can be created.
  automation_categories: [{ name: `${name('Fixes')}/BDs`, description: 'of bridge domains' }, { name: name('Fixes') }],
  regex_patterns: [{ name: name('tag'), pattern: 'prod-.*' }],
  validation_lists: [
    { name: name('sizes'), values: ['small', 'large'] },
    { name: name('bds'), source: { type: 'saved_query', saved_query: name('all'), column: 'name' } },
  ],
  column_templates: [
    { name: name('bd'), field_type: 'text', validation_list: name('bds'), required: true },
    { name: name('tagged'), field_type: 'text', regex_pattern: name('tag') },
  ],
  automation_templates: [
    {
      ...{ name: name('fix'), automation_connection: name('awx'), automation_job_template_id: 7 },
      category: `${name('Fixes')}/BDs`,
      schema: [
        { name: 'bd', column_template: name('bd') },
        { name: 'size', field_type: 'text', validation_list: name('sizes') },
        { name: 'tag', column_template: name('tagged') },
      ],
    },
  ],
  saved_queries: [fileQuery(name('all'))],
  scheduled_tasks: [
    fileTask(name('t'), name('all'), {
      on_changes: {
        ...{ template: name('fix'), mapping: { bd: 'bd.name', size: 'bd.mtu', tag: 'bd.descr' } },
        ...{ changes: ['added'], filter: null, requires_approval: true },
      },
    }),
  ],
})

describe('what templates name', () => {
  it('comes with them in one file, which a task launches and a second import leaves as it is', async () => {
    const steps = await importFile(admin, installation())

    expect(steps).toEqual([
      `create automation_connection ${name('awx')}`,
      `create automation_category ${name('Fixes')}`,
      `create automation_category ${name('Fixes')}/BDs`,
      `create regex_pattern ${name('tag')}`,
      `create validation_list ${name('bds')}`,
      `create validation_list ${name('sizes')}`,
      `create column_template ${name('bd')}`,
      `create column_template ${name('tagged')}`,
      `create automation_template ${name('fix')}`,
      `create saved_query ${name('all')}`,
      `create scheduled_task ${name('t')}`,
    ])
    const list = await one(`${AREA}validation-lists/`, name('bds'))
    const query = await one('/api/queries/saved-queries/', name('all'))
    expect(list).toMatchObject({ source: { type: 'saved_query', saved_query: query.id, column: 'name' }, values: [] })
    expect((await one(`${AREA}column-templates/`, name('bd'))).validation_list).toBe(list.id)
    const fix = await one(`${AREA}templates/`, name('fix'))
    expect((await one('/api/queries/scheduled-tasks/', name('t'))).on_changes.template).toBe(fix.id)
    const changes = (await plan(installation())).filter(({ action }: { action: string }) => action !== 'unchanged')
    expect(changes).toEqual([])
  })

  it('is exported by name, without the values that a query gives', async () => {
    await importFile(admin, installation())

    const file = await exported(admin, ALL)

    expect(file.automation_categories).toContainEqual({
      ...{ name: `${name('Fixes')}/BDs`, description: 'of bridge domains' },
    })
    expect(file.regex_patterns).toContainEqual({ name: name('tag'), description: '', pattern: 'prod-.*' })
    expect(file.validation_lists).toContainEqual({
      ...{ name: name('bds'), description: '' },
      source: { type: 'saved_query', saved_query: name('all'), column: 'name' },
    })
    expect(file.validation_lists).toContainEqual({
      ...{ name: name('sizes'), description: '', source: { type: 'static' }, values: ['small', 'large'] },
    })
    expect(file.column_templates).toContainEqual(
      expect.objectContaining({ name: name('tagged'), regex_pattern: name('tag') }),
    )
    expect((await plan(file)).every(({ action }: { action: string }) => action === 'unchanged')).toBe(true)
  })

  it('is changed, renamed and moved, and keeps its id', async () => {
    await importFile(admin, installation())
    const before = await one(`${AREA}regex-patterns/`, name('tag'))

    const changed = await plan({
      regex_patterns: [{ name: name('label'), renamed_from: name('tag'), pattern: 'lab-.*' }],
      automation_categories: [{ name: name('BDs'), renamed_from: `${name('Fixes')}/BDs` }],
      validation_lists: [{ name: name('sizes'), values: ['small'] }],
    })

    expect(changed).toMatchObject([
      { action: 'change', name: name('BDs'), renamed_from: `${name('Fixes')}/BDs` },
      {
        ...{ action: 'change', name: name('label'), renamed_from: name('tag') },
        diff: [
          { path: 'name', before: name('tag'), after: name('label') },
          { path: 'pattern', before: 'prod-.*', after: 'lab-.*' },
        ],
      },
      { action: 'change', name: name('sizes'), diff: [{ path: 'values.1', before: 'large', after: null }] },
    ])
    await importFile(admin, { regex_patterns: [{ name: name('label'), renamed_from: name('tag') }] })
    expect((await one(`${AREA}regex-patterns/`, name('label'))).id).toBe(before.id)
  })

  it('has all its faults said at once', async () => {
    const list = (rest: object) => ({ validation_lists: [{ name: name('l'), ...rest }] })
    const none = { type: 'saved_query', saved_query: 'no such query', column: 'name' }
    const keysOf = async (file: Record<string, unknown>) => Object.keys((await refusal(admin, file)).body)

    expect(
      await keysOf({
        automation_categories: [{ name: 'A//B' }],
        regex_patterns: [{ name: name('r'), pattern: '(' }],
        ...list({ values: ['a'], source: { type: 'snapshot', saved_query: 'x', column: 'name' } }),
      }),
    ).toEqual([
      'automation_categories.A//B.name',
      `regex_patterns.${name('r')}.pattern`,
      `validation_lists.${name('l')}.values`,
    ])
    expect(await keysOf({ automation_categories: [{ name: `${name('none')}/A` }] })).toEqual([
      `automation_categories.${name('none')}/A.name`,
    ])
    expect(await keysOf(list({ source: none }))).toEqual([`validation_lists.${name('l')}.source.saved_query`])
  })

  it('is deleted where its scope names the list, inner categories first, and never while it is in use', async () => {
    await importFile(admin, installation())
    await importFile(admin, { automation_categories: [{ name: name('Unused') }, { name: `${name('Unused')}/inner` }] })
    const others = (await exported(admin, 'include=automation_categories,regex_patterns')) as Record<
      string,
      { name: string }[]
    >
    const without = (list: string, gone: readonly string[]) =>
      others[list]!.filter((entry) => !gone.some((start) => entry.name.startsWith(start)))
    const file = (list: string, gone: string) => ({
      ...{ delete_missing: true, scope: { kinds: [list] } },
      [list]: without(list, [gone]),
    })

    expect(await refusal(admin, file('regex_patterns', name('tag')))).toMatchObject({
      status: 400,
      body: { [`regex_patterns.${name('tag')}`]: [expect.stringContaining('is used by')] },
    })
    expect(await refusal(admin, file('automation_categories', name('Fixes')))).toMatchObject({ status: 400 })
    expect(await importFile(admin, file('automation_categories', name('Unused')))).toEqual(
      expect.arrayContaining([
        `delete automation_category ${name('Unused')}`,
        `delete automation_category ${name('Unused')}/inner`,
      ]),
    )
  })

  it('needs the permission of each', async () => {
    const viewer = await app.userOf('viewer')

    const { status, body } = await refusal(viewer, { regex_patterns: [{ name: name('r'), pattern: 'a' }] })

    expect([status, body.permission]).toEqual([403, 'automation.add_regexpattern'])
  })

  it('follows a query that the file renames', async () => {
    await importFile(admin, { saved_queries: [fileQuery(name('old'))] })
    const { id } = await one('/api/queries/saved-queries/', name('old'))

    await importFile(admin, {
      saved_queries: [fileQuery(name('new'), { renamed_from: name('old') })],
      validation_lists: [{ name: name('l'), source: { type: 'snapshot', saved_query: name('new'), column: 'name' } }],
    })

    expect((await one(`${AREA}validation-lists/`, name('l'))).source.saved_query).toBe(id)
  })
})
