import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { type Answer, type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { schedulesFeature } from './index.ts'

const TASKS = '/api/queries/scheduled-tasks/'
const clock = createManualClock('2026-03-02T09:00:00Z')
let app: TestApp
let editor: Client & { id: number }
let colleague: Client & { id: number }
let connection: string
let query: string
beforeAll(async () => {
  app = await startTestApp({ clock, env: { ROLE: 'all' } })
  // Firing is covered by other tests.
  await app.app.features.of(schedulesFeature).scheduler.close()
  ;[editor, colleague] = [await app.userOf('editor'), await app.userOf('editor')]
  connection = await connect()
  query = created(
    await editor.post('/api/queries/saved-queries/', {
      name: 'q',
      controller_connection: connection,
      nodes: [],
      edges: [],
    }),
  ).id
})
afterAll(() => app.stop())
beforeEach(async () => {
  await sql('delete from scheduled_tasks')
})

const sql = async (text: string, values: unknown[] = []): Promise<any[]> =>
  (await app.app.platform.database.pool.query(text, values)).rows
const connect = async (): Promise<string> =>
  created(
    await app.admin.post('/api/controller/connections/', {
      name: 'lab',
      host: '127.0.0.1',
      username: 'u',
      password: 'p',
    }),
  ).id
const group = async (name: string, ...members: readonly { id: number }[]): Promise<number> => {
  const { id } = created(await app.admin.post('/api/auth/groups/', { name }))
  for (const member of members)
    await sql('insert into group_members (group_id, user_id) values ($1, $2)', [id, member.id])
  return id
}
const created = (answer: Answer): Answer['body'] => {
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const minimal = () => ({
  name: 'nightly',
  saved_query: query,
  controller_connections: [connection],
  schedule_type: 'cron',
  cron_expression: '30 2 * * *',
})
const make = async (body: object = {}, client: Client = editor) =>
  created(await client.post(TASKS, { ...minimal(), ...body }))
const url = (id: string, action = ''): string => `${TASKS}${id}/${action}`

describe('scheduling', () => {
  it("shows every field, with the next runs in the task's time zone", async () => {
    const task = await make({ timezone: 'Europe/Warsaw' })

    expect(task).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'nightly',
      owner: 'editor-1',
      saved_query: query,
      saved_query_name: expect.any(String),
      controller_connections: [connection],
      controller_connection_names: [expect.any(String)],
      schedule_type: 'cron',
      cron_expression: '30 2 * * *',
      interval_minutes: null,
      timezone: 'Europe/Warsaw',
      enabled: true,
      notify_on_failure: true,
      notify_on_changes: false,
      notify_on_expectation: true,
      merge: false,
      allow_partial: false,
      granted_groups: [],
      capture_snapshot: null,
      retention_policy: null,
      diff_key_fields: null,
      diff_ignore_fields: null,
      variables: {},
      on_changes: null,
      metric: null,
      next_run_at: '2026-03-03T01:30:00.000+00:00',
      next_runs: [
        '2026-03-03T02:30:00.000+01:00',
        '2026-03-04T02:30:00.000+01:00',
        '2026-03-05T02:30:00.000+01:00',
        '2026-03-06T02:30:00.000+01:00',
        '2026-03-07T02:30:00.000+01:00',
      ],
      last_run_at: null,
      last_run_status: null,
      failure_streak: 0,
      paused: false,
      paused_at: null,
      running: false,
      created_at: '2026-03-02T09:00:00.000+00:00',
      updated_at: '2026-03-02T09:00:00.000+00:00',
    })
    expect((await editor.get(url(task.id))).body).toEqual(task)
  })

  it('accepts every field', async () => {
    const given = {
      ...minimal(),
      schedule_type: 'interval',
      cron_expression: null,
      interval_minutes: 15,
      timezone: 'America/St_Johns',
      enabled: false,
      notify_on_failure: false,
      notify_on_changes: true,
      granted_groups: [await group('readers')],
      capture_snapshot: true,
      retention_policy: '90d',
      diff_key_fields: ['dn'],
      diff_ignore_fields: ['descr'],
      variables: { tenant: 'red', list: [1, { a: null }] },
    }

    const task = await make(given)

    expect(task).toMatchObject({ ...given, next_run_at: null, next_runs: [] })
  })

  it('shows the offset of the zone before and after a clock change, also west of UTC', async () => {
    const task = await make({ timezone: 'America/St_Johns', cron_expression: '0 12 8 3,6 *' })

    expect(task.next_runs.slice(0, 2)).toEqual(['2026-03-08T12:00:00.000-02:30', '2026-06-08T12:00:00.000-02:30'])
    expect((await make({ timezone: 'America/St_Johns', cron_expression: '0 12 7 3 *' })).next_runs[0]).toBe(
      '2026-03-07T12:00:00.000-03:30',
    )
  })

  it('uses the default time zone of the task settings when none is given', async () => {
    await editor.patch('/api/queries/task-settings/', { default_timezone: 'Asia/Kolkata' })

    const task = await make()

    expect([task.timezone, task.next_run_at]).toEqual(['Asia/Kolkata', '2026-03-02T21:00:00.000+00:00'])
    await editor.patch('/api/queries/task-settings/', { default_timezone: 'UTC' })
  })

  it('ignores the field of the other schedule type, whatever it contains', async () => {
    const interval = await make({ schedule_type: 'interval', interval_minutes: 5, cron_expression: 'never mind' })
    const cron = await make({ interval_minutes: 0 })

    expect([interval.cron_expression, cron.interval_minutes]).toEqual([null, null])
  })

  it('records every change to a task in the audit log', async () => {
    const { id } = await make()
    await editor.patch(url(id), { name: 'other' })
    await editor.post(url(id, 'disable/'))
    await editor.post(url(id, 'enable/'))
    await editor.post(url(id, 'run_now/'))
    await editor.delete(url(id))

    const entries = await sql('select action, username from audit_entries where target_id = $1 order by id', [id])

    const actions = ['task_create', 'task_update', 'task_disable', 'task_enable', 'task_run', 'task_delete']
    expect(entries).toEqual(actions.map((action) => ({ action, username: 'editor-1' })))
  })
})

describe('an invalid task body', () => {
  it('gets every error at once: in its schema, its values and its references', async () => {
    const missing = randomUUID()

    const answer = await editor.post(TASKS, {
      name: '',
      saved_query: missing,
      controller_connections: [connection, missing],
      schedule_type: 'cron',
      cron_expression: '61 * * * *',
      timezone: 'Mars/Olympus',
      enabled: 'yes',
      granted_groups: [424242],
      retention_policy: '8d',
      variables: [],
    })

    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body).sort()).toEqual(
      [
        'name',
        'saved_query',
        'controller_connections',
        'cron_expression',
        'timezone',
        'enabled',
        'granted_groups',
        'retention_policy',
        'variables',
      ].sort(),
    )
    expect(answer.body).toMatchObject({ controller_connections: [`Connection ${missing} does not exist.`] })
  })

  it.each([
    [{}, ['name', 'saved_query', 'controller_connections', 'schedule_type']],
    [{ ...{ name: 'x', schedule_type: 'cron' } }, ['saved_query', 'controller_connections', 'cron_expression']],
    [{ name: 'x', schedule_type: 'interval' }, ['saved_query', 'controller_connections', 'interval_minutes']],
    [{ name: 'x', schedule_type: 'daily' }, ['saved_query', 'controller_connections', 'schedule_type']],
  ])('the body %j lacks %j', async (body, fields) => {
    const answer = await editor.post(TASKS, body)

    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body).sort()).toEqual([...fields].sort())
  })

  it.each([
    ['cron_expression', { cron_expression: '0 0 30 2 *' }],
    ['cron_expression', { cron_expression: '* * * * * *' }],
    ['cron_expression', { cron_expression: ' ' }],
    ['interval_minutes', { schedule_type: 'interval', interval_minutes: 0 }],
    ['interval_minutes', { schedule_type: 'interval', interval_minutes: 1.5 }],
    ['interval_minutes', { schedule_type: 'interval', interval_minutes: 525_601 }],
    ['timezone', { timezone: '+01:00' }],
    ['controller_connections', { controller_connections: [] }],
    ['controller_connections.0', { controller_connections: ['lab'] }],
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(201) }],
  ])('has an error only in %s: %j', async (field, body) => {
    const answer = await editor.post(TASKS, { ...minimal(), ...body })

    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body)).toEqual([field])
  })

  it('is rejected when it names a connection twice', async () => {
    const answer = await editor.post(TASKS, {
      ...minimal(),
      controller_connections: [connection, connection.toUpperCase()],
    })

    expect(answer.body).toEqual({ controller_connections: [`${connection}: expected each connection once.`] })
  })

  it('is rejected when it is not an object', async () => {
    expect((await editor.post(TASKS, [1])).body).toEqual({ non_field_errors: ['Expected a JSON object.'] })
  })
})

describe('changing', () => {
  it('to other fields leaves the slots alone', async () => {
    const task = await make({ schedule_type: 'interval', interval_minutes: 60 })
    await clock.advance(MINUTE)

    const { status, body } = await editor.patch(url(task.id), {
      name: 'other',
      interval_minutes: 60,
      variables: { a: 1 },
    })

    expect(status).toBe(200)
    expect(body).toEqual({
      ...task,
      name: 'other',
      variables: { a: 1 },
      updated_at: expect.not.stringContaining(task.updated_at),
    })
  })

  it('to the schedule starts from now', async () => {
    const task = await make({ schedule_type: 'interval', interval_minutes: 60 })
    await clock.advance(MINUTE)

    const { body } = await editor.patch(url(task.id), { interval_minutes: 30 })

    expect(Date.parse(body.next_run_at)).toBe(clock.now().getTime() + 30 * MINUTE)
  })

  it('to the schedule type requires the field of the new type', async () => {
    const { id } = await make()

    const lacking = await editor.patch(url(id), { schedule_type: 'interval' })
    const full = await editor.patch(url(id), { schedule_type: 'interval', interval_minutes: 5 })

    expect([lacking.status, lacking.body]).toEqual([400, { interval_minutes: ['This field is required.'] }])
    expect(full.body).toMatchObject({ schedule_type: 'interval', interval_minutes: 5, cron_expression: null })
  })

  it('to an invalid expression is rejected', async () => {
    const { id } = await make()

    expect((await editor.patch(url(id), { cron_expression: null })).body).toEqual({
      cron_expression: ['This field is required.'],
    })
  })

  it('by PUT resets omitted fields to their defaults', async () => {
    const granted = await group('replaced', colleague)
    const task = await make({
      timezone: 'Europe/Warsaw',
      notify_on_changes: true,
      granted_groups: [granted],
      variables: { a: 1 },
      enabled: false,
    })

    const { status, body } = await editor.put(url(task.id), minimal())

    expect(status).toBe(200)
    expect(body).toMatchObject({
      timezone: 'UTC',
      notify_on_changes: false,
      granted_groups: [],
      variables: {},
      enabled: true,
    })
    expect(body.next_run_at).not.toBeNull()
    expect((await editor.put(url(task.id), { name: 'x' })).status).toBe(400)
  })

  it('accepts a task as it was read, including read-only fields', async () => {
    const task = await make()

    const { status, body } = await editor.put(url(task.id), task)

    expect(status).toBe(200)
    expect(body).toEqual({ ...task, updated_at: expect.any(String) })
  })

  it('keeps a deleted connection of the task, but accepts no other deleted one', async () => {
    const gone = await connect()
    const { id } = await make({ controller_connections: [gone] })
    await app.admin.delete(`/api/controller/connections/${gone}/`)

    const kept = await editor.patch(url(id), { controller_connections: [gone, connection] })
    const added = await editor.patch(url(id), { controller_connections: [randomUUID()] })

    expect([kept.status, added.status]).toEqual([200, 400])
  })

  it('is rejected when the task was changed by someone else first', async () => {
    const { id } = await make()
    const { headers } = await editor.get(url(id))
    const etag = headers.get('etag')!
    await editor.patch(url(id), { name: 'first' })

    const answers = [
      await editor.patch(url(id), { name: 'second' }, { 'if-match': etag }),
      await editor.put(url(id), minimal(), { 'if-match': etag }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([412, 412])
    expect((await editor.get(url(id))).body.name).toBe('first')
  })

  it('to `enabled` switches the task off and on', async () => {
    const task = await make()

    const off = await editor.patch(url(task.id), { enabled: false })
    const on = await editor.patch(url(task.id), { enabled: true })

    expect(off.body).toMatchObject({ enabled: false, next_run_at: null, next_runs: [] })
    expect(on.body).toMatchObject({ enabled: true, next_run_at: task.next_run_at, next_runs: task.next_runs })
  })
})

describe('enable and disable', () => {
  it('return the task, and do nothing the second time', async () => {
    const task = await make()

    const off = [await editor.post(url(task.id, 'disable/')), await editor.post(url(task.id, 'disable/'))]
    const on = [await editor.post(url(task.id, 'enable/')), await editor.post(url(task.id, 'enable/'))]

    expect([...off, ...on].map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(off[1]!.body).toEqual({
      ...task,
      enabled: false,
      next_run_at: null,
      next_runs: [],
      updated_at: off[0]!.body.updated_at,
    })
    expect(on[1]!.body).toEqual({ ...task, updated_at: on[0]!.body.updated_at })
  })

  it('resume a paused task, which other changes leave paused', async () => {
    const { id, next_run_at } = await make()
    await sql('update scheduled_tasks set paused_at = now(), next_run_at = null, failure_streak = 10 where id = $1', [
      id,
    ])

    const changed = await editor.patch(url(id), { name: 'other', enabled: true, cron_expression: '0 1 * * *' })
    const resumed = await editor.post(url(id, 'enable/'))

    expect(changed.body).toMatchObject({ paused: true, next_run_at: null, next_runs: [], failure_streak: 10 })
    expect(resumed.body).toMatchObject({ paused: false, paused_at: null, failure_streak: 10 })
    expect(resumed.body.next_run_at).not.toBe(next_run_at)
  })
})

describe('access', () => {
  it('is limited to the owner, and administrators by id', async () => {
    const { id } = await make()

    const statuses = await Promise.all([colleague, app.admin].map(async (client) => (await client.get(url(id))).status))

    expect(statuses).toEqual([404, 200])
    expect((await app.admin.get(TASKS)).body.results).toEqual([])
    expect((await app.admin.patch(url(id), { name: 'by an administrator' })).status).toBe(200)
  })

  it('of granted groups is to view and to run', async () => {
    const { id } = await make({ granted_groups: [await group('granted', colleague)] })

    const seen = [await colleague.get(url(id)), await colleague.get(TASKS)]
    const run = await colleague.post(url(id, 'run_now/'))
    const changes = await Promise.all([
      colleague.patch(url(id), { name: '' }),
      colleague.put(url(id), minimal()),
      colleague.delete(url(id)),
      colleague.post(url(id, 'enable/')),
      colleague.post(url(id, 'disable/')),
    ])

    expect(seen[0]!.body).toMatchObject({ id, owner: 'editor-1' })
    expect(seen[1]!.body).toMatchObject({ count: 1, results: [{ id }] })
    expect(run.status).toBe(202)
    expect(changes.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  })

  it('ends when the group is deleted', async () => {
    const granted = await group('short-lived', colleague)
    const { id } = await make({ granted_groups: [granted] })

    await app.admin.delete(`/api/auth/groups/${granted}/`)

    expect((await colleague.get(url(id))).status).toBe(404)
    expect((await editor.get(url(id))).body.granted_groups).toEqual([])
  })

  it('requires the permission of the route before the task is looked up', async () => {
    const [viewer, outsider] = [await app.userOf('viewer'), await app.userOf(undefined)]
    const id = randomUUID()

    const asViewer = [await viewer.get(TASKS), await viewer.get(url(id)), await viewer.post(url(id, 'run_now/'))]
    const refused = [
      await viewer.post(TASKS, {}),
      await viewer.put(url(id), {}),
      await viewer.patch(url(id), {}),
      await viewer.delete(url(id)),
      await viewer.post(url(id, 'enable/')),
      await viewer.post(url(id, 'disable/')),
      await outsider.get(TASKS),
      await outsider.post(url(id, 'run_now/')),
      await outsider.get('/api/queries/scheduled-executions/'),
    ]

    expect(asViewer.map(({ status }) => status)).toEqual([200, 404, 404])
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
    expect((await app.anonymous.get(TASKS)).status).toBe(401)
  })

  it('to a missing task is a 404 on every route', async () => {
    for (const id of [randomUUID(), 'x']) {
      const answers = [
        await editor.get(url(id)),
        await editor.put(url(id), {}),
        await editor.patch(url(id), { name: '' }),
        await editor.delete(url(id)),
        await editor.post(url(id, 'enable/')),
        await editor.post(url(id, 'disable/')),
        await editor.post(url(id, 'run_now/')),
      ]
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    }
  })
})

describe('the list of scheduled tasks', () => {
  it('can be filtered, searched, ordered and paged', async () => {
    const [b, a, off] = [
      await make({ name: 'b 100%' }),
      await make({ name: 'a' }),
      await make({ name: 'c', enabled: false }),
    ]
    await make({ name: 'another’s' }, colleague)
    const ids = async (parameters: string) =>
      (await editor.get(`${TASKS}?${parameters}`)).body.results.map(({ id }: { id: string }) => id)

    expect(await ids('')).toEqual([a.id, b.id, off.id])
    expect(await ids('enabled=false')).toEqual([off.id])
    expect(await ids('search=100%25')).toEqual([b.id])
    expect(await ids(`saved_query=${randomUUID()}`)).toEqual([])
    expect(await ids('ordering=-next_run_at,-name')).toEqual([b.id, a.id, off.id])
    expect(await ids('page_size=1&page=2')).toEqual([b.id])
    expect((await editor.get(`${TASKS}?page_size=1&page=2`)).body).toMatchObject({
      count: 3,
      next: expect.stringContaining('page=3'),
    })
  })

  it('shows a task with an unknown time zone, so that it can be fixed', async () => {
    const { id } = await make()
    await sql(`update scheduled_tasks set timezone = 'Mars/Olympus'`)

    const shown = await editor.get(TASKS)
    const repaired = await editor.patch(url(id), { timezone: 'UTC' })

    expect(shown.body.results).toMatchObject([{ timezone: 'Mars/Olympus', next_runs: [] }])
    expect(repaired.body.next_runs).toHaveLength(5)
  })

  it('names every invalid parameter', async () => {
    const answer = await editor.get(`${TASKS}?enabled=perhaps&saved_query=x&ordering=colour&page=0`)

    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body).sort()).toEqual(['enabled', 'ordering', 'page', 'saved_query'])
  })
})

describe('deleting', () => {
  it('removes the task and its records, but leaves the logs', async () => {
    const { id } = await make()
    const { execution_id } = (await editor.post(url(id, 'run_now/'))).body
    const { execution } = (await editor.get(`/api/queries/scheduled-executions/${execution_id}/`)).body

    const answer = await editor.delete(url(id))

    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await editor.get(url(id))).status).toBe(404)
    expect((await editor.get(`/api/queries/scheduled-executions/${execution_id}/`)).status).toBe(404)
    expect((await editor.get(`/api/queries/execution-logs/${execution}/`)).status).toBe(200)
  })

  it('of a saved query removes its tasks', async () => {
    const body = { name: 'short-lived', controller_connection: connection, nodes: [], edges: [] }
    const other = created(await editor.post('/api/queries/saved-queries/', body)).id
    const { id } = await make({ saved_query: other })

    await editor.delete(`/api/queries/saved-queries/${other}/`)

    expect((await editor.get(url(id))).status).toBe(404)
  })
})

describe('the variables of a task', () => {
  const tooLarge = { a: 'x'.repeat(16_001), b: Array(10_000).fill('') }
  const excess = [expect.stringContaining('"a" has 16,001 bytes'), expect.stringContaining('"b" has 30,001 bytes')]

  it('are refused when they are too large, with the other faults of the body', async () => {
    const task = await make({ variables: { a: 'x'.repeat(16_000) } })

    expect(await editor.post(TASKS, { ...minimal(), variables: tooLarge, timezone: 'Nowhere' })).toMatchObject({
      status: 400,
      body: { variables: excess, timezone: [expect.any(String)] },
    })
    expect(await editor.patch(url(task.id), { variables: tooLarge })).toMatchObject({
      status: 400,
      body: { variables: excess },
    })
    expect(await editor.put(url(task.id), { ...minimal(), variables: tooLarge })).toMatchObject({
      status: 400,
      body: { variables: excess },
    })
  })
})
