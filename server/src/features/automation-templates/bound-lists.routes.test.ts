import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '../../kernel/durations.ts'
import { FieldErrors, Forbidden } from '../../kernel/errors.ts'
import type { Actor } from '../../kernel/caller.ts'
import { storeAutomationConnection } from '../../testing/automation-connection.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import type { Answer, Client } from '../../testing/start-test-app.ts'
import { type Runs, startRuns } from '../../testing/start-runs.ts'
import { automationTemplatesFeature } from './index.ts'

const LISTS = '/api/automation/validation-lists/'
const clock = createManualClock('2026-03-02T09:00:00Z')
const TENANTS = { nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name', 'descr'] }] }
let runs: Runs
let operator: Client & { id: number }
let query: string

beforeAll(async () => {
  runs = await startRuns({ clock })
  addSmallFabric(runs.controller.store)
  operator = await runs.app.userOf('operator')
  query = await runs.save(TENANTS)
})
afterAll(() => runs.stop())

const post = (source: object, client: Client = operator): Promise<Answer> =>
  client.post(LISTS, { name: 'Tenants', values: ['ignored'], source })
const make = async (source: object): Promise<Answer['body']> => {
  const { status, body, text } = await post(source)
  expect(status, text).toBe(201)
  return body
}
const fromQuery = (column = 'name', saved_query = query) => ({ type: 'saved_query', saved_query, column })
const fromSnapshot = (saved_query = query) => ({ type: 'snapshot', saved_query, column: 'name' })
const capture = async (saved_query: string) => {
  const { status, text } = await runs.editor.post('/api/history/capture/', { saved_query })
  expect(status, text).toBe(201)
}
const valuesOf = async (id: string): Promise<string[]> => (await operator.get(`${LISTS}${id}/`)).body.values
const addTenant = (name: string): void =>
  void runs.controller.store.add('fvTenant', `uni/tn-${name}`, { name, descr: '' })
const permissions = ['queries.execute_savedquery', 'history.view_snapshot']
/** Somebody who is away: there is no credential. */
const actor = (...held: readonly string[]): Actor => ({
  id: operator.id,
  username: 'away',
  timezone: 'UTC',
  group: null,
  isSuperuser: false,
  isAdmin: false,
  managesWorkspace: false,
  actsAsMember: true,
  permissions: new Set(held),
})
const templateWith = async (list: string): Promise<string> => {
  const body = {
    name: 'T',
    automation_connection: await storeAutomationConnection(runs.app),
    automation_job_template_id: 1,
    schema: [{ name: 'tenant', validation_list: list }],
  }
  return (await operator.post('/api/automation/templates/', body)).body.id
}
const launchable = (template: string, by: Actor = actor(...permissions)) =>
  runs.app.app.features.of(automationTemplatesFeature).templates.launchable(by, template, AbortSignal.timeout(20_000))

describe('a list bound to a saved query', () => {
  it('has the distinct values of the column', async () => {
    const list = await make(fromQuery())

    expect(list).toMatchObject({
      source: fromQuery(),
      values: ['A', 'B'],
      refreshed_at: '2026-03-02T09:00:00.000+00:00',
    })
  })

  it('is read again on request, and at a launch when its values are older than a minute', async () => {
    const { id, updated_at: updatedAt } = await make(fromQuery())
    const template = await templateWith(id)
    addTenant('C')

    await clock.advance(30 * SECOND)
    await launchable(template)
    expect(await valuesOf(id)).toEqual(['A', 'B'])

    await clock.advance(MINUTE)
    const opened = (await launchable(template))!
    expect(await opened.checkRows([{ tenant: 'C' }])).toHaveProperty('rows')
    expect(await valuesOf(id)).toEqual(['A', 'B', 'C'])

    addTenant('D')
    const refreshed = await operator.post(`${LISTS}${id}/refresh/`)
    expect(refreshed).toMatchObject({ status: 200, body: { values: ['A', 'B', 'C', 'D'], updated_at: updatedAt } })
  })

  it('that cannot be read refuses the launch, and names list and reason', async () => {
    const gone = await runs.save(TENANTS)
    const { id } = await make(fromQuery('name', gone))
    const template = await templateWith(id)
    await runs.editor.delete(`/api/queries/saved-queries/${gone}/`)
    await clock.advance(2 * MINUTE)

    const launch = launchable(template)

    await expect(launch).rejects.toThrow(FieldErrors)
    await expect(launch).rejects.toThrow(
      'The validation list \\"Tenants\\" could not be read. This saved query does not exist.',
    )
    await expect(launchable(template, actor())).rejects.toThrow(Forbidden)
    expect(await valuesOf(id)).toContain('A')
    expect((await operator.post(`${LISTS}${id}/refresh/`)).body).toEqual({
      'source.saved_query': ['This saved query does not exist.'],
    })
  })

  it('needs a query that exists and runs, and a column of its result', async () => {
    const dead = await runs.connect({ host: 'http://127.0.0.1:9' })
    const unreachable = await runs.save(TENANTS, dead)

    expect(await post(fromQuery('nam'))).toMatchObject({
      status: 400,
      body: { 'source.column': ['The result has no column "nam". Did you mean "name"?'] },
    })
    expect((await post(fromQuery('name', randomUUID()))).body).toEqual({
      'source.saved_query': ['This saved query does not exist.'],
    })
    expect((await post(fromQuery('name', unreachable))).body).toEqual({
      'source.saved_query': [expect.stringContaining('The query failed')],
      execution_id: expect.any(String),
    })
    expect((await operator.post(LISTS, { name: '', source: fromQuery('nam') })).body).toMatchObject({
      name: [expect.any(String)],
      'source.column': [expect.any(String)],
    })
  })

  it('can become static, and keeps its values then', async () => {
    const { id, values } = await make(fromQuery())

    const renamed = await operator.patch(`${LISTS}${id}/`, { description: 'x', values: ['ignored'] })
    const frozen = await operator.patch(`${LISTS}${id}/`, { source: 'static' })
    const bound = await operator.put(`${LISTS}${id}/`, { name: 'y', source: fromQuery('descr') })

    expect(renamed.body).toMatchObject({ source: fromQuery(), values })
    expect(frozen.body).toMatchObject({
      source: { type: 'static', saved_query: null, column: null },
      values,
      refreshed_at: null,
    })
    expect(bound.body.values).toEqual(expect.arrayContaining(['tenant A', 'tenant B']))
  })
})

describe('a list bound to the snapshots of a query', () => {
  it('has the values of the newest one, read at each use', async () => {
    const captured = await runs.save(TENANTS)
    expect((await post(fromSnapshot(captured))).body).toEqual({
      'source.saved_query': ['No snapshot of this query was captured yet.'],
    })
    await capture(captured)
    const { id, values } = await make(fromSnapshot(captured))
    const template = await templateWith(id)

    addTenant('E')
    await launchable(template)
    expect(await valuesOf(id)).toEqual(values)
    await clock.advance(SECOND)
    await capture(captured)
    await launchable(template)

    expect(values).toContain('A')
    expect(await valuesOf(id)).toEqual([...values, 'E'])
    await expect(launchable(template, actor('queries.execute_savedquery'))).rejects.toThrow(Forbidden)
  })
})

describe('who binds a list', () => {
  it('must be allowed to read the source', async () => {
    const { body: group } = await runs.app.admin.post('/api/auth/groups/', { name: 'list makers' })
    await runs.app.admin.patch(`/api/auth/groups/${group.id}/`, { permissions: ['automation.add_validationlist'] })
    const maker = await runs.app.userOf(undefined)
    await runs.app.app.platform.database.pool.query('insert into group_members (group_id, user_id) values ($1, $2)', [
      group.id,
      maker.id,
    ])

    expect((await post(fromQuery(), maker)).status).toBe(403)
    expect((await post(fromSnapshot(), maker)).status).toBe(403)
    expect((await maker.post(LISTS, { name: 'x', values: ['a'] })).status).toBe(201)
  })
})
