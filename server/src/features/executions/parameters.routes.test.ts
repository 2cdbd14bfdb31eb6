import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { type Drawing, LOGS, QUERIES, type Runs, startRuns } from '../../testing/start-runs.ts'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { soon } from '../../testing/executions/background.ts'
import type { Client } from '../../testing/start-test-app.ts'

const clock = createManualClock('2026-03-02T09:00:00Z')
let runs: Runs
beforeAll(async () => {
  runs = await startRuns({ clock })
  addSmallFabric(runs.controller.store)
})
afterAll(() => runs.stop())

type Declared = Drawing & { readonly parameters?: readonly object[] }

const TENANTS = { nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }] }
const domains = (parameters: readonly object[], value = '{{name}}'): Declared => ({
  nodes: [
    { id: 'bd', class_name: 'fvBD', properties: ['name'], filters: [{ property: 'name', operator: 'eq', value }] },
  ],
  parameters,
})
const below = (parameters: readonly object[]): Declared => ({
  nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name'], scope_dn: 'uni/tn-{{tenant}}' }],
  parameters,
})
const save = (drawing: Declared) => runs.save(drawing)
const run = (id: string, variables: object = {}, client?: Client) => runs.execute(id, { variables }, client)
const names = ({ body }: { body: { results: { name: string }[] } }) => body.results.map(({ name }) => name)
const change = (id: string, body: object) => runs.editor.patch(`${QUERIES}${id}/`, body)
const runsOf = async (id: string): Promise<number> => (await runs.editor.get(`${LOGS}?saved_query=${id}`)).body.count
const fromTenants = (saved_query: string, more: object = {}) => ({
  name: 'tenant',
  choices_from: { saved_query, column: 'name' },
  ...more,
})
const choicesOf = (id: string, name: string, query = '', client: Client = runs.editor) =>
  client.get(`${QUERIES}${id}/parameters/${name}/choices/${query}`)

describe('parameters of a saved query', () => {
  it('are kept with all their fields, and copied', async () => {
    const id = await save(domains([{ name: 'name', type: 'enum', choices: ['web', 'app'] }]))
    const stored = [
      { name: 'name', label: 'name', type: 'enum', required: false, default: null, choices: ['web', 'app'] },
    ]

    const copy = await runs.editor.post(`${QUERIES}${id}/duplicate/`, {})

    expect((await runs.editor.get(`${QUERIES}${id}/`)).body).toMatchObject({ parameters: stored, current_version: '1' })
    expect(copy.body.parameters).toEqual(stored)
  })

  it('change without a new version', async () => {
    const id = await save(domains([]))

    const changed = await change(id, { parameters: [{ name: 'name' }] })

    expect(changed.body).toMatchObject({ current_version: '1', parameters: [{ name: 'name', type: 'text' }] })
  })

  it('are refused with every fault at once', async () => {
    const id = await save(domains([]))
    const missing = '00000000-0000-4000-8000-000000000000'

    const unknown = await change(id, { parameters: [{ name: 'a', type: 'x' }, { name: 'now' }] })
    const sources = await change(id, { parameters: [fromTenants(missing), { ...fromTenants(id), name: 'other' }] })

    expect([unknown.status, Object.keys(unknown.body).sort()]).toEqual([
      400,
      ['parameters.0.type', 'parameters.1.name'],
    ])
    expect([sources.status, sources.body]).toEqual([
      400,
      {
        'parameters.0.choices_from.saved_query': ['This saved query does not exist.'],
        'parameters.1.choices_from.saved_query': ['A query cannot be the source of its own choices.'],
      },
    ])
  })
})

describe('a run', () => {
  it('takes the value, then the default, then that of the canvas', async () => {
    const declared = await save(domains([{ name: 'name', default: 'web' }], '{{name=bare}}'))
    const open = await save(domains([{ name: 'name' }], '{{name=bare}}'))

    expect(names(await run(declared, { name: 'app' }))).toEqual(['app'])
    expect(names(await run(declared, { name: null }))).toEqual(['web', 'web'])
    expect(names(await run(open))).toEqual(['bare'])
  })

  it('lists every variable that does not fit, in all that is asked before', async () => {
    const id = await save(domains([{ name: 'name', required: true }, { name: 'mtu', type: 'integer' }, { name: 'ip', type: 'ip' }])) // prettier-ignore
    const faults = {
      'variables.name': ['parameter name is required'],
      'variables.mtu': ['parameter mtu: "x" does not fit: expected a whole number'],
    }
    const body = { variables: { mtu: 'x', ip: '10.0.0.1', unknown: {} } }

    const executed = await runs.execute(id, body)
    const queued = await runs.editor.post(`${QUERIES}${id}/execute_background/`, body)
    const captured = await runs.editor.post('/api/history/capture/', { saved_query: id, ...body })
    const validated = await runs.editor.post(`${QUERIES}${id}/validate/`, body)

    for (const answer of [executed, queued, captured]) {
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject(faults)
      expect(answer.body).not.toHaveProperty('non_field_errors')
    }
    expect(validated.body).toMatchObject({
      valid: false,
      errors: [
        { code: 'missing_variable', path: 'variables.name' },
        { code: 'bad_value', path: 'variables.mtu' },
      ],
    })
    expect(await runsOf(id)).toBe(0)
  })

  it('reports the faults of the canvas beside them', async () => {
    const id = await save({
      ...domains([{ name: 'name', type: 'ip' }]),
      post_processors: [{ id: 's', type: 'sorted', config: {} }],
    })

    const { body } = await run(id, { name: 'web' })

    expect(Object.keys(body).sort()).toEqual(['errors', 'non_field_errors', 'variables.name'])
  })

  it('of a past result needs no parameter that only the canvas uses', async () => {
    const id = await save(domains([{ name: 'name', required: true }]))
    await runs.editor.post('/api/history/capture/', { saved_query: id, variables: { name: 'web' } })

    const past = await runs.execute(id, { as_of: clock.now().toISOString() })

    expect([past.status, names(past)]).toEqual([200, ['web', 'web']])
  })
})

describe('a scheduled task', () => {
  const TASKS = '/api/queries/scheduled-tasks/'
  const taskOf = (id: string, variables?: object) => ({
    ...{ name: 'nightly', saved_query: id, controller_connections: [runs.connection] },
    ...{ schedule_type: 'interval', interval_minutes: 60, variables },
  })

  it('is saved only with variables that fit', async () => {
    const id = await save(domains([{ name: 'name', required: true, choices: ['web', 'app'] }]))

    const missing = await runs.editor.post(TASKS, taskOf(id))
    const task = await runs.editor.post(TASKS, taskOf(id, { name: 'web' }))
    const changed = await runs.editor.patch(`${TASKS}${task.body.id}/`, { variables: { name: 'db' } })
    const renamed = await runs.editor.patch(`${TASKS}${task.body.id}/`, { name: 'hourly' })

    expect([missing.status, missing.body]).toEqual([400, { 'variables.name': ['parameter name is required.'] }])
    expect(task.status).toBe(201)
    expect([changed.status, changed.body]).toEqual([
      400,
      { 'variables.name': ['parameter name: "db" is not one of its choices: "web", "app".'] },
    ])
    expect(renamed.status).toBe(200)
  })
})

describe('a run that a task starts', () => {
  it('fails when its value is not among the choices of a query', async () => {
    const id = await save(below([fromTenants(await save(TENANTS))]))
    const failures = async () =>
      (await runs.editor.get(`${LOGS}?saved_query=${id}`)).body.results.map(({ error_message }: any) => error_message)
    const taskOf = (tenant: string) => ({
      saved_query: id,
      controller_connections: [runs.connection],
      variables: { tenant },
    })
    const every = { name: 'hourly', schedule_type: 'interval', interval_minutes: 60 }

    for (const tenant of ['A', 'C']) {
      const task = await runs.editor.post('/api/queries/scheduled-tasks/', { ...every, ...taskOf(tenant) })
      expect((await runs.editor.post(`/api/queries/scheduled-tasks/${task.body.id}/run_now/`)).status).toBe(202)
      await soon(async () => (await runs.editor.get(`${LOGS}?saved_query=${id}&status=running`)).body.count).toBe(0)
    }

    // Both are of the same instant.
    const refused = 'The query does not validate: parameter tenant: "C" is not one of its choices'
    expect(new Set(await failures())).toEqual(new Set([null, refused]))
  })
})

describe('choices', () => {
  it('are declared ones, in their order, or those of a boolean', async () => {
    const id = await save(domains([{ name: 'name', choices: ['web 10', 'web 9', 'app'] }, { name: 'flag', type: 'boolean' }, { name: 'any' }])) // prettier-ignore

    expect((await choicesOf(id, 'name')).body).toEqual({ choices: ['web 10', 'web 9', 'app'], count: 3 })
    expect((await choicesOf(id, 'name', '?q=WEB')).body).toEqual({ choices: ['web 10', 'web 9'], count: 2 })
    expect((await choicesOf(id, 'flag')).body).toEqual({ choices: [false, true], count: 2 })
    expect((await choicesOf(id, 'any')).body).toMatchObject({ code: 'no_choices' })
    expect((await choicesOf(id, 'any')).status).toBe(409)
    expect((await choicesOf(id, 'none')).status).toBe(404)
    expect((await choicesOf(id, 'name', '', await runs.app.userOf(undefined))).status).toBe(403)
  })

  it('from a query are the distinct values of its column in natural order', async () => {
    const vrfs = await save({
      nodes: [{ id: 'v', class_name: 'fvBD', properties: ['name', 'descr'] }],
      post_processors: [
        { id: 'c', type: 'compute', config: { column: 'vlan', expression: 'name == "web" ? "vlan-10" : "vlan-9"' } },
      ],
    })
    const id = await save(domains([{ name: 'vlan', choices_from: { saved_query: vrfs, column: 'vlan' } }]))

    expect((await choicesOf(id, 'vlan')).body).toEqual({ choices: ['vlan-9', 'vlan-10'], count: 2 })
    expect((await choicesOf(id, 'vlan', '?q=10')).body).toEqual({ choices: ['vlan-10'], count: 1 })
    expect(await runsOf(vrfs)).toBe(1)
  })

  it('from a query are checked before a run', async () => {
    const tenants = await save(TENANTS)
    const id = await save(below([fromTenants(tenants, { required: true })]))

    const wrong = await run(id, { tenant: 'C' })
    const right = await run(id, { tenant: 'B' })

    expect([wrong.status, wrong.body]).toMatchObject([
      400,
      { 'variables.tenant': ['parameter tenant: "C" is not one of its choices'] },
    ])
    expect([right.status, names(right)]).toEqual([200, ['bare', 'web']])
    expect([await runsOf(tenants), await runsOf(id)]).toEqual([1, 1])
  })

  it('are those of a run in the last ten minutes, if the query is still the same', async () => {
    const tenants = await save(TENANTS)
    const id = await save(below([fromTenants(tenants)]))

    const counts: number[] = []
    const rename = async () => {
      await clock.leap(1)
      return change(tenants, { name: 'renamed' })
    }
    for (const before of [() => 0, () => clock.leap(9 * MINUTE), () => clock.leap(2 * MINUTE), rename]) {
      await before()
      expect((await run(id, { tenant: 'A' })).status).toBe(200)
      counts.push(await runsOf(tenants))
    }

    expect(counts).toEqual([1, 1, 2, 3])
  })

  it('never show the rows of a run that the user may not read', async () => {
    const tenants = await save(TENANTS)
    const id = await save(below([fromTenants(tenants)]))
    await run(tenants)
    const [other, operator] = [await runs.app.userOf('editor'), await runs.app.userOf('operator')]

    expect((await choicesOf(id, 'tenant', '', operator)).status).toBe(200)
    expect(await runsOf(tenants)).toBe(1)
    expect((await choicesOf(id, 'tenant', '', other)).body).toEqual({ choices: ['A', 'B'], count: 2 })
    expect(await runsOf(tenants)).toBe(2)
  })

  it('are not read from runs with variables', async () => {
    const tenants = await save({
      nodes: [{ ...TENANTS.nodes[0], filters: [{ property: 'name', operator: 'in', value: '{{only=A,B}}' }] }],
    })
    const id = await save(below([fromTenants(tenants)]))
    await run(tenants, { only: 'A' })

    expect((await choicesOf(id, 'tenant')).body).toEqual({ choices: ['A', 'B'], count: 2 })
  })

  it('are checked by validating only where it needs no run', async () => {
    const tenants = await save(TENANTS)
    const id = await save(below([fromTenants(tenants)]))
    const validate = async () =>
      (await runs.editor.post(`${QUERIES}${id}/validate/`, { variables: { tenant: 'C' } })).body.errors

    expect(await validate()).toEqual([])
    expect(await runsOf(tenants)).toBe(0)
    await run(tenants)
    expect(await validate()).toMatchObject([{ code: 'bad_value', path: 'variables.tenant' }])
  })

  it('that cannot be read end the request with the reason', async () => {
    const [gone, needy, broken, narrow] = [
      await save(TENANTS),
      await save(TENANTS),
      await save(TENANTS),
      await save(TENANTS),
    ]
    const [ofGone, ofNeedy, ofBroken] = [
      await save(below([fromTenants(gone)])),
      await save(below([fromTenants(needy)])),
      await save(below([fromTenants(broken)])),
    ]
    const ofNarrow = await save(below([{ name: 'tenant', choices_from: { saved_query: narrow, column: 'none' } }]))
    await runs.editor.delete(`${QUERIES}${gone}/`)
    // Both take their choices from each other: neither needs more than its own defaults.
    await change(needy, { parameters: [fromTenants(ofNeedy, { name: 'other', required: true })] })
    await change(broken, { nodes: [{ id: 't', class_name: 'fvNothingLikeIt' }] })

    const answers = await Promise.all([ofGone, ofNeedy, ofBroken, ofNarrow].map((id) => run(id, { tenant: 'A' })))

    expect(answers.map(({ status }) => status)).toEqual([409, 409, 502, 409])
    expect(answers.map(({ body }) => body.code)).toEqual([
      'choices_query_deleted',
      'choices_query_invalid',
      undefined,
      'choices_column_missing',
    ])
    expect(answers[2]!.body.detail).toContain('whose run failed')
  })

  it('of three runs at once need no turn of their own', async () => {
    const tenants = await save(TENANTS)
    const id = await save(below([fromTenants(tenants)]))

    const answers = await Promise.all([1, 2, 3, 4].map(() => run(id, { tenant: 'A' })))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })
})
