import { afterAll, beforeAll, expect, it } from 'vitest'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { QUERIES, type Runs, startRuns } from '../../testing/start-runs.ts'

const TASKS = '/api/queries/scheduled-tasks/'
const EXECUTIONS = '/api/queries/scheduled-executions/'
const NOTICES = '/api/notifications/notifications/'

let runs: Runs
beforeAll(async () => {
  runs = await startRuns()
  addSmallFabric(runs.controller.store)
})
afterAll(() => runs.stop())

const REASON = '1 of 2 rows is not `name != "A"`'

async function save(expected: object | null): Promise<string> {
  const nodes = [{ id: 't', class_name: 'fvTenant', properties: ['name'] }]
  return runs.save({ nodes, name: 'Tenants', expect: expected } as never)
}

async function makeTask(query: string, name: string, others: object = {}): Promise<string> {
  const { status, body, text } = await runs.editor.post(TASKS, {
    ...{
      name,
      saved_query: query,
      controller_connections: [runs.connection],
      schedule_type: 'interval',
      interval_minutes: 600,
    },
    ...others,
  })
  expect(status, text).toBe(201)
  return body.id
}

async function runNow(task: string): Promise<string> {
  const { body } = await runs.editor.post(`${TASKS}${task}/run_now/`)
  await expect
    .poll(async () => (await runs.editor.get(`${TASKS}${task}/`)).body.running, { timeout: 20_000 })
    .toBe(false)
  return body.execution_id
}

const noticesAbout = async (name: string): Promise<any[]> =>
  (await runs.editor.get(`${NOTICES}?page_size=200`)).body.results.filter(({ title }: any) =>
    title.includes(`"${name}"`),
  )

it('a scheduled run carries its expectation, and the owner is notified when it changes', async () => {
  const query = await save({ every: 'name != "A"' })
  const task = await makeTask(query, 'nightly')
  const failed = await runNow(task)
  await runNow(task)
  await runs.editor.patch(`${QUERIES}${query}/`, { expect: { rows: { min: 1 } } })
  const passed = await runNow(task)
  await runs.editor.patch(`${QUERIES}${query}/`, { expect: null })
  const none = await runNow(task)

  const record = (await runs.editor.get(`${EXECUTIONS}${failed}/`)).body
  expect(record.expectation).toEqual({
    status: 'failed',
    reason: REASON,
    findings: 1,
    failing_rows: [expect.objectContaining({ name: 'A' })],
  })
  const listed = async (expectation: string) => {
    const { count, results } = (
      await runs.editor.get(`${EXECUTIONS}?scheduled_task=${task}&expectation=${expectation}`)
    ).body
    return [count, results[0].id]
  }
  expect([await listed('failed'), await listed('passed'), await listed('none')]).toEqual([
    [2, expect.any(String)],
    [1, passed],
    [1, none],
  ])
  const notices = (await noticesAbout('nightly')).map(({ severity, title, body }) => ({ severity, title, body }))
  expect(notices).toEqual([
    {
      severity: 'info',
      title: 'Scheduled task "nightly": the result is as expected again',
      body: 'Query "Tenants" on "lab" returns what is expected again.',
    },
    {
      severity: 'warning',
      title: 'Scheduled task "nightly": the result is not as expected',
      body: expect.stringMatching(
        /^Query "Tenants" on "lab": 1 of 2 rows is not `name != "A"`\.\n\nuni\/tn-A\n {2}name A$/,
      ),
    },
  ])
})

it('a task that does not want to know tells nobody', async () => {
  const task = await makeTask(await save({ rows: { max: 0 } }), 'quiet', { notify_on_expectation: false })

  await runNow(task)

  expect(await noticesAbout('quiet')).toEqual([])
})

it('the failing rows of a scheduled run are for those who may read rows', async () => {
  const member = await runs.app.userOf('viewer')
  const group = (await runs.app.admin.get('/api/auth/groups/?page_size=200')).body.results.find(({ name }: any) =>
    /viewer/i.test(name),
  )
  const task = await makeTask(await save({ rows: { max: 0 } }), 'shared', { granted_groups: [group.id] })
  const execution = await runNow(task)

  const { body } = await member.get(`${EXECUTIONS}${execution}/`)

  expect(body.expectation).toEqual({
    status: 'failed',
    reason: '2 rows, expected at most 0',
    findings: 2,
    failing_rows: [],
  })
})
