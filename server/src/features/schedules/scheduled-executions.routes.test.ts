import { randomUUID } from 'node:crypto'
import type { Heddle, ScheduledExecutionListQuery, ScheduledTaskCreate } from '@heddle/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../testing/start-test-app.ts'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { CONNECTIONS, type Runs, startRuns } from '../../testing/start-runs.ts'

const TASKS = '/api/queries/scheduled-tasks/'
const EXECUTIONS = '/api/queries/scheduled-executions/'
let runs: Runs
let heddle: Heddle
let query: string
let colleague: Client & { id: number }
beforeAll(async () => {
  runs = await startRuns()
  addSmallFabric(runs.controller.store)
  query = await runs.save({ nodes: [{ id: 'bd', class_name: 'fvBD' }] })
  heddle = await runs.app.heddle(runs.editor)
  colleague = await runs.app.userOf('editor')
})
afterAll(() => runs.stop())

const sql = async (text: string, values: unknown[] = []): Promise<any[]> =>
  (await runs.app.app.platform.database.pool.query(text, values)).rows
const make = async (body: Partial<ScheduledTaskCreate> = {}): Promise<string> => {
  const schedule = { schedule_type: 'interval', interval_minutes: 600 } as const
  const task = { name: 'task', saved_query: query, controller_connections: [runs.connection], ...schedule, ...body }
  return (await heddle.queries.scheduledTasks.create(task)).id
}
const runNow = async (id: string) => {
  const { scheduledTasks } = heddle.queries
  const reply = await scheduledTasks.runNow(id)
  await expect.poll(async () => (await scheduledTasks.get(id)).running, { timeout: 20_000 }).toBe(false)
  return reply
}
const read = (id: string) => heddle.queries.scheduledExecutions.get(id)
const list = async (parameters: string, client: Client = runs.editor) =>
  (await client.get(`${EXECUTIONS}?${parameters}`)).body
/** The ids of all pages. */
async function idsOf(parameters: ScheduledExecutionListQuery): Promise<readonly string[]> {
  const ids: string[] = []
  for await (const { id } of heddle.queries.scheduledExecutions.all(parameters)) ids.push(id)
  return ids
}

describe('a task that runs', () => {
  it('leaves a record for each connection, which links to the log with the rows', async () => {
    const other = await runs.connect({ name: 'other' })
    const id = await make({ controller_connections: [runs.connection, other] })

    const { execution_id, execution_ids } = await runNow(id)

    expect(execution_ids).toHaveLength(2)
    expect(execution_ids[0]).toBe(execution_id)
    const record = await read(execution_id)
    expect(record).toEqual({
      id: execution_id,
      scheduled_task: id,
      saved_query: query,
      saved_query_name: 'query',
      controller_connection: runs.connection,
      controller_connection_name: 'lab',
      controller_connection_names: null,
      execution: expect.stringMatching(/^[0-9a-f-]{36}$/),
      snapshot: null,
      status: 'success',
      trigger: 'manual',
      scheduled_for: expect.stringMatching(/\+00:00$/),
      started_at: record.scheduled_for,
      finished_at: expect.stringMatching(/\+00:00$/),
      row_count: 5,
      controller_connections: null,
      error_message: null,
      expectation: null,
      changes: null,
      follow_up: null,
    })
    expect(await read(execution_ids[1]!)).toMatchObject({ controller_connection: other, status: 'success' })
    expect(await runs.log(record.execution!)).toMatchObject({
      trigger: 'schedule',
      row_count: 5,
      results: expect.any(Array),
    })
    expect(await heddle.queries.scheduledTasks.get(id)).toMatchObject({ last_run_status: 'success', failure_streak: 0 })
  })

  it('runs automatically when it is due', async () => {
    const id = await make()
    await sql(
      `update scheduled_tasks set next_run_at = now() - interval '1 second', anchor_at = now() - interval '600 minutes 1 second' where id = $1`,
      [id],
    )

    await expect
      .poll(async () => (await list(`scheduled_task=${id}&status=success`)).count, { timeout: 20_000 })
      .toBe(1)

    expect((await list(`scheduled_task=${id}`)).results).toMatchObject([
      { trigger: 'schedule', status: 'success', row_count: 5 },
    ])
  })

  it('fails with a clear message when its connection was deleted', async () => {
    const gone = await runs.connect({ name: 'gone' })
    const id = await make({ controller_connections: [gone] })
    await runs.app.admin.delete(`${CONNECTIONS}${gone}/`)

    const { execution_id } = await runNow(id)

    const record = await read(execution_id)
    expect(record).toMatchObject({
      status: 'failure',
      row_count: 0,
      error_message: expect.stringContaining('connection'),
    })
    expect(await runs.log(record.execution!)).toMatchObject({ status: 'failure', error_message: record.error_message })
    expect(await heddle.queries.scheduledTasks.get(id)).toMatchObject({ last_run_status: 'failure', failure_streak: 1 })
  })

  it('refuses a second run while one is in progress', async () => {
    const id = await make()
    const first = await heddle.queries.scheduledTasks.runNow(id)

    const second = await runs.editor.post(`${TASKS}${id}/run_now/`)

    // A run over a small fabric may have ended by then.
    if (second.status !== 202) {
      expect([second.status, second.body]).toEqual([
        409,
        { detail: expect.any(String), code: 'already_running', active_run_id: first.execution_id },
      ])
    }
    await expect
      .poll(async () => (await heddle.queries.scheduledTasks.get(id)).running, { timeout: 20_000 })
      .toBe(false)
  })
})

describe('the records of scheduled runs', () => {
  it('are listed newest first and filtered by task and status', async () => {
    const id = await make()
    const made = [await runNow(id), await runNow(id)].map(({ execution_id }) => execution_id)

    expect(await idsOf({ scheduled_task: id })).toEqual([...made].reverse())
    expect(await idsOf({ scheduled_task: id, page_size: 1 })).toEqual([...made].reverse())
    expect(await idsOf({ scheduled_task: id, ordering: 'started_at' })).toEqual(made)
    expect(await idsOf({ scheduled_task: id, status: 'failure' })).toEqual([])
    expect(await idsOf({ scheduled_task: randomUUID() })).toEqual([])
    expect(await list(`scheduled_task=${id}&page_size=1`)).toMatchObject({
      count: 2,
      count_is_exact: true,
      next: expect.stringContaining('page=2'),
      results: [{ id: made[1] }],
    })
  })

  it('are visible to users who see the task', async () => {
    const id = await make()
    const { execution_id } = await runNow(id)
    const seen = async (client: Client) => [
      (await client.get(`${EXECUTIONS}${execution_id}/`)).status,
      (await list(`scheduled_task=${id}`, client)).count,
      (await list('', client)).results.some((record: { scheduled_task: string }) => record.scheduled_task === id),
    ]

    expect(await seen(runs.editor)).toEqual([200, 1, true])
    expect(await seen(colleague)).toEqual([404, 0, false])
    expect(await seen(runs.app.admin)).toEqual([200, 1, false])
    const { id: group } = (await runs.app.admin.post('/api/auth/groups/', { name: 'granted' })).body
    await sql('insert into group_members (group_id, user_id) values ($1, $2)', [group, colleague.id])
    await heddle.queries.scheduledTasks.update(id, { granted_groups: [group] })
    expect(await seen(colleague)).toEqual([200, 1, true])
  })

  it('are a 404 for an invalid id', async () => {
    const answers = [await runs.editor.get(`${EXECUTIONS}${randomUUID()}/`), await runs.editor.get(`${EXECUTIONS}x/`)]

    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    const bad = await runs.editor.get(`${EXECUTIONS}?scheduled_task=x&status=lost&ordering=colour`)
    expect([bad.status, Object.keys(bad.body).sort()]).toEqual([400, ['ordering', 'scheduled_task', 'status']])
  })
})
