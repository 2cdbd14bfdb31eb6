import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertRequest } from '../../testing/automation/insert-executions.ts'
import { type Client } from '../../testing/start-test-app.ts'
import { BRIDGE_DOMAINS, type Snapshots, startSnapshots } from '../../testing/snapshots/start-snapshots.ts'
import { DAY, HOUR, MINUTE } from '../../kernel/durations.ts'
import { schedulesFeature } from '../schedules/index.ts'

const CHANGES = '/api/dashboard/changes/'
const ago = (ms: number): Date => new Date(Date.now() - ms)

let rig: Snapshots
let viewer: Client & { id: number }
let operator: Client & { id: number }
let query: string
beforeAll(async () => {
  rig = await startSnapshots()
  await rig.app.app.features.of(schedulesFeature).scheduler.close()
  viewer = await rig.app.userOf('viewer')
  operator = await rig.app.userOf('operator')
  query = await rig.save({ ...BRIDGE_DOMAINS, name: 'Domains' })
})
afterAll(() => rig.stop())
beforeEach(async () => {
  for (const table of ['snapshots', 'scheduled_tasks', 'automation_requests', 'executions'])
    await rig.sql(`delete from ${table}`)
  await rig.sql('update controller_connections set last_tested_at = null, last_test_status = null')
})

const list = async (client: Client = rig.editor, since?: Date) =>
  (await client.get(since ? `${CHANGES}?since=${encodeURIComponent(since.toISOString())}` : CHANGES)).body
const titles = async (client?: Client, since?: Date): Promise<string[]> =>
  (await list(client, since)).results.map(({ title }: { title: string }) => title)

async function task(name: string, values: Record<string, unknown> = {}): Promise<string> {
  const body = {
    name,
    saved_query: query,
    controller_connections: [rig.connection],
    schedule_type: 'interval',
    interval_minutes: 60,
  }
  const { status, body: created, text } = await rig.editor.post('/api/queries/scheduled-tasks/', body)
  expect(status, text).toBe(201)
  for (const [column, value] of Object.entries(values))
    await rig.sql(`update scheduled_tasks set ${column} = $1 where id = $2`, [value, created.id])
  return created.id
}

async function firing(taskId: string, status: string, startedAt: Date, slot: Date = startedAt): Promise<void> {
  const values = [randomUUID(), taskId, slot, status, startedAt]
  await rig.sql(
    `insert into scheduled_firings (id, task_id, slot, trigger, status, started_at, finished_at) values ($1, $2, $3, 'schedule', $4, $5, $5)`,
    values,
  )
}

async function failedRun(reason: string, at: Date): Promise<void> {
  await rig.sql(
    `insert into executions (id, saved_query_id, saved_query_version, controller_connection_id, username, trigger, status, reason, executed_at,
       deadline_at) values ($1, $2, 1, $3, 'x', 'manual', 'failure', $4, $5, $5)`,
    [randomUUID(), query, rig.connection, reason, at],
  )
}

describe('what happened', () => {
  it('needs a user', async () => {
    expect((await rig.app.anonymous.get(CHANGES)).status).toBe(401)
  })

  it('is empty where nothing happened, and says since when', async () => {
    const { since, results, truncated } = await list()

    expect([results, truncated]).toEqual([[], false])
    expect(Date.now() - Date.parse(since)).toBeLessThan(DAY + MINUTE)
  })

  it('lists captures that differ, with their counts', async () => {
    await rig.captured(query)
    await rig.captured(query)
    rig.controller.store.add('fvBD', 'uni/tn-shop/BD-new', { mtu: '9000' })
    const { id } = await rig.captured(query)

    expect((await list()).results).toEqual([
      {
        type: 'snapshot_changes',
        at: expect.any(String),
        title: '"Domains": 1 added',
        link: `/history/snapshots/${id}/`,
        severity: 'info',
        counts: { added: 1, removed: 0, changed: 0 },
      },
    ])
  })

  it('lists a task by its newest firing: failed, late or overdue', async () => {
    const recovered = await task('recovered')
    await firing(recovered, 'failure', ago(2 * HOUR))
    await firing(recovered, 'success', ago(HOUR))
    const failed = await task('failed')
    await firing(failed, 'success', ago(2 * HOUR))
    await firing(failed, 'timeout', ago(HOUR))
    await firing(await task('late'), 'success', ago(3 * HOUR), ago(4 * HOUR))
    await task('overdue', { next_run_at: ago(10 * MINUTE) })
    await firing(await task('paused', { paused_at: ago(MINUTE), next_run_at: null }), 'failure', ago(4 * HOUR))

    expect((await list()).results).toMatchObject([
      {
        type: 'task_failed',
        severity: 'error',
        title: 'Scheduled task "failed" failed',
        link: `/queries/scheduled-tasks/${failed}/`,
      },
      { type: 'task_failed', severity: 'error', title: 'Scheduled task "paused" failed and was paused' },
      { type: 'task_late', severity: 'warning', title: 'Scheduled task "overdue" is overdue', counts: { runs: 0 } },
      { type: 'task_late', severity: 'warning', title: 'Scheduled task "late" ran late' },
    ])
    expect(await titles(viewer)).toEqual([])
  })

  it('lists finished requests, and those that wait for this user', async () => {
    const { db } = rig.app.app.platform.database
    const values = { templateId: randomUUID(), userId: rig.editor.id, createdAt: ago(2 * HOUR) }
    await insertRequest(db, { ...values, status: 'failed', finishedAt: ago(HOUR), rowCount: 7 })
    await insertRequest(db, { ...values, status: 'succeeded', finishedAt: ago(2 * HOUR) })
    await insertRequest(db, { ...values, status: 'pending', startedAt: null, approvalStatus: 'waiting' })

    expect(await titles(rig.editor)).toEqual([
      'Request from "Deploy EPG" failed',
      'Request from "Deploy EPG" succeeded',
    ])
    expect((await list(operator)).results).toMatchObject([
      { type: 'request_finished', severity: 'warning', counts: { rows: 7 } },
      { type: 'request_waiting', severity: 'warning', title: 'Request from "Deploy EPG" waits for your approval' },
      { type: 'request_finished', severity: 'info' },
    ])
    expect(await titles(viewer)).toEqual([])
  })

  it('lists a connection whose newest test or run failed', async () => {
    await rig.sql('update controller_connections set last_tested_at = $1, last_test_status = $2', [
      ago(2 * HOUR),
      'success',
    ])
    await failedRun('login_failed', ago(3 * HOUR))
    expect(await titles()).toEqual([])

    await failedRun('tls', ago(HOUR))
    expect(await titles()).toEqual(['Controller "lab" has a certificate that is not trusted'])

    await failedRun('bad_filter', ago(MINUTE))
    expect(await titles()).toEqual([])

    await rig.sql('update controller_connections set last_tested_at = $1, last_test_status = $2', [ago(0), 'failure'])
    expect(await titles()).toEqual(['Controller "lab" failed its test'])
  })

  it('shows nothing from before, and at most thirty days', async () => {
    await firing(await task('old'), 'failure', ago(3 * DAY))

    expect(await titles()).toEqual([])
    expect(await titles(rig.editor, ago(4 * DAY))).toEqual(['Scheduled task "old" failed'])
    expect(await titles(rig.editor, new Date(Date.now() + HOUR))).toEqual([])
    const refused = await rig.editor.get(`${CHANGES}?since=2020-01-01`)
    expect([refused.status, refused.body]).toEqual([400, { since: ['This is more than 30 days ago.'] }])
    expect((await rig.editor.get(`${CHANGES}?since=yesterday`)).status).toBe(400)
  })

  it('lists at most two hundred entries, and says so', async () => {
    const { db } = rig.app.app.platform.database
    for (let count = 0; count < 201; count++)
      await insertRequest(db, { userId: rig.editor.id, status: 'succeeded', finishedAt: ago(HOUR + count) })

    const { results, truncated } = await list()

    expect([results.length, truncated]).toEqual([200, true])
  })
})

describe('results that are not as expected', () => {
  const PASSED = JSON.stringify({ status: 'passed', reason: null, failing_rows: [] })
  const FAILED = JSON.stringify({
    status: 'failed',
    reason: '3 rows, expected at most 0',
    failing_rows: [{ dn: 'secret' }],
  })
  const judged = async (
    expectation: string | null,
    at: Date,
    status = 'success',
    savedQuery = query,
  ): Promise<string> => {
    const id = randomUUID()
    await rig.sql(
      `insert into executions (id, saved_query_id, saved_query_version, controller_connection_id, username, trigger, status, expectation,
         row_count, executed_at, deadline_at) values ($1, $2, 1, $3, 'x', 'manual', $4, $5, 3, $6, $6)`,
      [id, savedQuery, rig.connection, status, expectation, at],
    )
    return id
  }

  it('are listed once per query, by its newest ended run', async () => {
    await judged(FAILED, ago(3 * HOUR))
    const newest = await judged(FAILED, ago(2 * HOUR))
    await judged(null, ago(MINUTE), 'running')

    const { results } = await list(viewer)

    expect(results).toEqual([
      {
        type: 'check_failed',
        at: expect.any(String),
        title: '"Domains": the result is not as expected',
        link: `/queries/execution-logs/${newest}/`,
        severity: 'warning',
        counts: { rows: 3, new: 0, queries: 1 },
      },
    ])
  })

  it('are new where the run before passed', async () => {
    await judged(PASSED, ago(3 * DAY))
    await judged(FAILED, ago(2 * HOUR))
    await judged(null, ago(HOUR), 'failure')
    const failedTwice = await judged(FAILED, ago(MINUTE))
    const counts = async () => (await list(viewer)).results.map((one: { readonly counts: object }) => one.counts)
    expect(await counts()).toEqual([{ rows: 3, new: 0, queries: 1 }])

    await rig.sql('delete from executions where id = $1', [failedTwice])
    await rig.sql(`delete from executions where status = 'failure'`, [])

    expect(await counts()).toEqual([{ rows: 3, new: 1, queries: 1 }])
  })

  it('are over with a run that is as expected, and too old before the instant', async () => {
    await judged(FAILED, ago(2 * DAY))
    expect(await titles()).toEqual([])
    await judged(FAILED, ago(2 * HOUR))
    await judged(PASSED, ago(HOUR))

    expect(await titles()).toEqual([])
  })

  it('of one check are one entry, apart from those that are new', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const queries = await Promise.all(names.map((name) => rig.save({ ...BRIDGE_DOMAINS, name })))
    const check = randomUUID()
    await rig.sql(`insert into checks (id, user_id, username, created_at) values ($1, $2, 'x', $3)`, [
      ...[check, rig.editor.id, ago(2 * HOUR)],
    ])
    const runs: string[] = []
    for (const [position, saved] of queries.entries()) {
      if (position > 3) await judged(PASSED, ago(3 * HOUR), 'success', saved)
      runs.push(await judged(FAILED, ago(HOUR - position), 'success', saved))
      await rig.sql(
        `insert into check_results (check_id, position, saved_query_id, name, folder, execution_id) values ($1, $2, $3, 'x', '', $4)`,
        [check, position, saved, runs[position]],
      )
    }
    const alone = await judged(FAILED, ago(2 * HOUR))

    const linksOf = async (client: Client) =>
      (await list(client)).results.map(({ link }: { readonly link: string }) => link)
    expect((await list(rig.editor)).results).toMatchObject([
      { title: '2 results are not as expected: "e", "f"', counts: { rows: 6, new: 1, queries: 2 } },
      { title: '4 results are not as expected: "a", "b", "c" and 1 more', counts: { rows: 12, new: 0, queries: 4 } },
      { title: '"Domains": the result is not as expected', counts: { rows: 3, new: 0, queries: 1 } },
    ])
    expect(await linksOf(rig.editor)).toEqual([
      ...[`/queries/checks/${check}/`, `/queries/checks/${check}/`, `/queries/execution-logs/${alone}/`],
    ])
    expect(await linksOf(viewer)).toEqual([
      '/queries/execution-logs/',
      '/queries/execution-logs/',
      `/queries/execution-logs/${alone}/`,
    ])
    expect((await linksOf(rig.app.admin as Client))[0]).toBe(`/queries/checks/${check}/`)

    await rig.sql('delete from executions where id = any($1)', [[runs[5], runs[0], runs[1], runs[2]]])
    expect(await linksOf(rig.editor)).toEqual([
      `/queries/execution-logs/${runs[4]}/`,
      `/queries/execution-logs/${runs[3]}/`,
      `/queries/execution-logs/${alone}/`,
    ])
    await rig.sql('delete from checks where id = $1', [check])
  })

  it('are not for those who see no queries', async () => {
    await judged(FAILED, ago(HOUR))

    expect(await titles(await rig.app.userOf(undefined))).toEqual([])
  })
})
