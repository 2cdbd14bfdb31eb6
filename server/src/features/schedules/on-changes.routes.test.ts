import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertTemplate } from '../../testing/automation/insert-template.ts'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { schedulesFeature } from './index.ts'

const TASKS = '/api/queries/scheduled-tasks/'
let app: TestApp
let editor: Client & { id: number }
let connection: string
let query: string
let template: string
beforeAll(async () => {
  app = await startTestApp()
  // Firing is covered by other tests.
  await app.app.features.of(schedulesFeature).scheduler.close()
  editor = await app.userOf('editor')
  const controller = { name: 'lab', host: '127.0.0.1', username: 'u', password: 'p' }
  connection = (await app.admin.post('/api/controller/connections/', controller)).body.id
  query = (
    await editor.post('/api/queries/saved-queries/', {
      name: 'q',
      controller_connection: connection,
      nodes: [],
      edges: [],
    })
  ).body.id
  template = await insertTemplate(app.app.platform.database)
})
afterAll(() => app.stop())

const body = (onChanges: unknown) => ({
  name: 'nightly',
  saved_query: query,
  controller_connections: [connection],
  schedule_type: 'interval',
  interval_minutes: 60,
  on_changes: onChanges,
})
const create = (onChanges: unknown, client: Client = editor) => client.post(TASKS, body(onChanges))
const wanted = () => ({ template, mapping: { bd: 'bd.name' } })

describe('on_changes of a task', () => {
  it('is shown with its defaults, changed, kept and removed', async () => {
    const created = await create({ template: template.toUpperCase(), mapping: { bd: 'bd.name' } })
    const url = `${TASKS}${created.body.id}/`

    expect(created.status, created.text).toBe(201)
    expect(created.body.on_changes).toEqual({
      ...wanted(),
      changes: ['added', 'removed', 'changed'],
      filter: null,
      requires_approval: true,
    })
    const other = { ...wanted(), changes: ['removed'], filter: 'change == "removed"', requires_approval: false }
    expect((await editor.patch(url, { on_changes: other })).body.on_changes).toEqual(other)
    expect((await editor.patch(url, { name: 'renamed' })).body.on_changes).toEqual(other)
    expect((await editor.get(url)).body.on_changes).toEqual(other)
    const { on_changes: _, ...replaced } = body(null)
    expect((await editor.put(url, replaced)).body.on_changes).toBeNull()
  })

  it('lists everything that is wrong at once, beside the errors of other fields', async () => {
    const answer = await editor.post(TASKS, {
      ...body({
        template,
        mapping: { nowhere: 'x' },
        changes: ['vanished'],
        filter: 'name ==',
        requires_approval: 'perhaps',
      }),
      interval_minutes: 0,
    })

    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body).toSorted()).toEqual([
      'interval_minutes',
      'on_changes.changes.0',
      'on_changes.filter',
      'on_changes.mapping.bd',
      'on_changes.mapping.nowhere',
      'on_changes.requires_approval',
    ])
  })

  it.each([
    ['an unknown template', () => ({ template: randomUUID() }), ['on_changes.template']],
    ['no template', () => ({ mapping: {} }), ['on_changes.template']],
    ['a mapping that is no object', () => ({ template, mapping: ['bd.name'] }), ['on_changes.mapping']],
    ['no changes', () => ({ ...wanted(), changes: [] }), ['on_changes.changes']],
    ['a text', () => 'yes', ['on_changes']],
  ])('refuses %s', async (_what, onChanges, fields) => {
    const answer = await create(onChanges())

    expect([answer.status, Object.keys(answer.body)]).toEqual([400, fields])
  })

  it('is set only by who may launch, while others change the rest of the task', async () => {
    const { body: task } = await create(wanted())
    const url = `${TASKS}${task.id}/`
    const { body: group } = await app.admin.post('/api/auth/groups/', { name: 'planners' })
    const permissions = ['view', 'add', 'change'].map((action) => `queries.${action}_scheduledtask`)
    await app.admin.patch(`/api/auth/groups/${group.id}/`, { permissions })
    const planner = await app.userOf(undefined)
    const { database } = app.app.platform
    await database.pool.query('insert into group_members (group_id, user_id) values ($1, $2)', [group.id, planner.id])
    await database.pool.query('update scheduled_tasks set owner_id = $1 where id = $2', [planner.id, task.id])

    expect((await create(wanted(), planner)).status).toBe(403)
    expect((await create({ template: 'no id' }, planner)).status).toBe(403)
    expect((await planner.patch(url, { on_changes: { ...wanted(), requires_approval: false } })).status).toBe(403)
    const kept = await planner.patch(url, { name: 'mine', on_changes: wanted() })
    expect(kept.status, kept.text).toBe(200)
    expect(kept.body.on_changes).toEqual(task.on_changes)
    const byAdmin = await app.admin.patch(url, { on_changes: { ...wanted(), requires_approval: false } })
    expect([byAdmin.status, Object.keys(byAdmin.body)]).toEqual([400, ['on_changes.template']])
    expect((await planner.patch(url, { on_changes: null })).body.on_changes).toBeNull()
  })

  it('stays when its template is deleted', async () => {
    const gone = await insertTemplate(app.app.platform.database)
    const { body: task } = await create({ ...wanted(), template: gone })
    await app.app.platform.database.pool.query('delete from automation_templates where id = $1', [gone])

    const answer = await editor.put(`${TASKS}${task.id}/`, { ...body(task.on_changes), name: 'kept' })

    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ name: 'kept', on_changes: { template: gone } })
  })
})
