import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { DAY, SECOND } from '../../kernel/durations.ts'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { runEnded } from './executions.events.ts'
import { backgroundOf, soon } from '../../testing/executions/background.ts'
import { LOGS, type Runs, startRuns } from '../../testing/start-runs.ts'
import { executionsFeature } from './index.ts'
import { renewLeases } from './life/leases.store.ts'

const clock = createManualClock()
let runs: Runs
let query: string
beforeAll(async () => {
  runs = await startRuns({ clock })
  addSmallFabric(runs.controller.store)
  query = await runs.save({ nodes: [{ id: 'bd', class_name: 'fvBD' }] })
})
afterAll(() => runs.stop())

const database = () => runs.app.app.platform.database
const runsService = () => runs.app.app.features.of(executionsFeature).runs
const deleteExpiredLogs = () => runs.app.app.features.of(executionsFeature).logs.deleteExpired()
const sql = async (text: string, values: unknown[] = []) =>
  (await database().pool.query(text, values)).rows as Record<string, unknown>[]
const statusOf = async (id: string) => (await runs.editor.get(`${LOGS}${id}/`)).status
const execute = async () => (await runs.execute(query)).body.execution_id as string
/** A run executed the given number of days ago. */
const executedAgo = async (days: number): Promise<string> => {
  const id = await execute()
  await sql('update executions set executed_at = $2 where id = $1', [id, new Date(clock.now().getTime() - days * DAY)])
  return id
}

describe('retention of execution logs', () => {
  it('deletes logs after 30 days, with their rows and pipeline executions', async () => {
    const [kept, expired] = [await executedAgo(29.9), await executedAgo(30.1)]

    expect(await deleteExpiredLogs()).toBe(1)

    expect([await statusOf(kept), await statusOf(expired)]).toEqual([200, 404])
    expect(await sql('select from execution_result_chunks where execution_id = $1', [expired])).toEqual([])
    expect(await sql('select from pipeline_executions where execution_id = $1', [expired])).toEqual([])
    expect(await sql('select from execution_result_chunks where execution_id = $1', [kept])).toHaveLength(1)
  })

  it('follows the settings of the user', async () => {
    const [{ user_id }] = (await sql('select user_id from executions limit 1')) as [{ user_id: number }]
    await sql(
      `insert into task_settings (user_id, max_concurrent_background, execution_log_retention_days, default_timezone) values ($1, 1, 3, 'UTC')`,
      [user_id],
    )
    const [kept, expired] = [await executedAgo(2.9), await executedAgo(3.1)]

    await deleteExpiredLogs()

    expect([await statusOf(kept), await statusOf(expired)]).toEqual([200, 404])
    await sql('delete from task_settings')
  })

  it('works in batches until no expired log is left', async () => {
    const id = await executedAgo(40)
    await sql(
      `insert into executions select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid()))).*
         from executions e, generate_series(1, 1100) where e.id = $1`,
      [id],
    )

    expect(await deleteExpiredLogs()).toBe(1_101)
  })

  it('keeps logs of runs in progress', async () => {
    const id = await executedAgo(40)
    await sql(`update executions set status = 'running' where id = $1`, [id])

    expect(await deleteExpiredLogs()).toBe(0)
    await sql('delete from executions where id = $1', [id])
  })
})

describe('retention reads no more logs than necessary', () => {
  it('with a user with a long retention, and with logs of deleted users', async () => {
    const [{ user_id }] = (await sql('select user_id from executions limit 1')) as [{ user_id: number }]
    await sql(
      `insert into task_settings (user_id, max_concurrent_background, execution_log_retention_days) values ($1, 1, 3650)`,
      [user_id],
    )
    const [kept, orphan] = [await executedAgo(400), await executedAgo(31)]
    await sql('update executions set user_id = null where id = $1', [orphan])

    expect(await deleteExpiredLogs()).toBe(1)

    expect([await statusOf(kept), await statusOf(orphan)]).toEqual([200, 404])
    await sql('delete from task_settings')
    await sql('delete from executions where id = $1', [kept])
  })
})

describe('a run that lost its process', () => {
  const leaveRunning = async () => {
    const id = await execute()
    // Each of them is the same work, and after two deaths it would no longer begin.
    await sql(`update executions set status = 'running', row_count = 0, work = id::text where id = $1`, [id])
    await sql(`update pipeline_executions set status = 'running' where execution_id = $1`, [id])
    return id
  }

  it('shows as running until its lease has expired at two looks, then as a failure with the reason', async () => {
    const id = await leaveRunning()
    const look = () => clock.advance(10 * SECOND)

    await look()
    await look()
    expect((await runs.editor.get(`${LOGS}?status=running`)).body.results).toMatchObject([{ id, status: 'running' }])
    await sql(`update executions set deadline_at = now() - interval '1 second' where id = $1`, [id])
    await look()
    expect(await runs.log(id)).toMatchObject({ status: 'running' })
    await look()

    expect(await runs.log(id)).toMatchObject({
      status: 'failure',
      reason: 'cancelled',
      error_message: expect.stringContaining('server stopped'),
    })
    expect(await sql('select status from pipeline_executions where execution_id = $1', [id])).toEqual([
      { status: 'cancelled' },
    ])
  })

  it('stays while its process renews the lease between two looks, as after an outage of the database', async () => {
    const id = await leaveRunning()
    await sql(`update executions set deadline_at = now() - interval '1 second' where id = $1`, [id])
    await clock.advance(10 * SECOND)

    await renewLeases(database().db, [id], { ms: 20_000, renewBelowMs: 15_000 })
    await clock.advance(20 * SECOND)

    expect(await runs.log(id)).toMatchObject({ status: 'running' })
    await sql('delete from executions where id = $1', [id])
  })

  it('has a deadline some seconds ahead by the clock of the database, whatever that of the process says', async () => {
    const id = await execute()

    const [row] = (await sql(
      `select deadline_at between now() and now() + interval '20 seconds' as soon from executions where id = $1`,
      [id],
    )) as [{ soon: boolean }]

    expect(row.soon).toBe(true)
  })

  it('is ended at the next start when no other process can be executing it', async () => {
    const id = await leaveRunning()

    await runsService().endAllOpenRuns()

    expect(await runs.log(id)).toMatchObject({ status: 'failure', reason: 'cancelled' })
  })

  it('is not ended again after the sweep has ended it', async () => {
    const id = await execute()

    await runsService().endAllOpenRuns()

    expect(await runs.log(id)).toMatchObject({ status: 'success', row_count: 5 })
    expect(await statusOf(randomUUID())).toBe(404)
  })

  it('is answered as the sweep has ended it while its process is still at it, and has one audit entry', async () => {
    const fault = runs.controller.faults.add({ kind: 'delay', ms: 1_000, path: 'fvBD' })
    onTestFinished(() => fault.remove())
    const answer = runs.execute(query)
    await expect.poll(() => fault.struck).toBeGreaterThan(0)

    await runsService().endAllOpenRuns()

    const { body } = await answer
    expect(body).toMatchObject({ status: 'failure', error_message: expect.stringContaining('server stopped') })
    const entries = await sql(`select 1 from audit_entries where action = 'query_run' and target_id = $1`, [
      body.execution_id,
    ])
    expect(entries).toHaveLength(1)
    expect(runs.app.log()).not.toContain('left no audit entry')
  })
})

describe('background runs', () => {
  const background = () => backgroundOf(runs)
  const leave = async (columns: string): Promise<string> => {
    const id = await background().start(query)
    await background().ended(id)
    await sql('delete from execution_result_chunks where execution_id = $1', [id])
    await sql(`update pipeline_executions set status = 'running', finished_at = null where execution_id = $1`, [id])
    await sql(`update executions set status = 'running', row_count = 0, ${columns} where id = $1`, [id])
    return id
  }

  it('are left open by the next start, and claimed again by their job when overdue', async () => {
    const id = await leave(`attempts = 1, deadline_at = 'epoch'`)

    await runsService().endAllOpenRuns()
    expect(await runs.log(id)).toMatchObject({ status: 'running' })
    await runsService().endLostRuns()

    expect(await background().ended(id)).toMatchObject({ status: 'success' })
    expect((await runs.log(id)).results).toHaveLength(5)
  })

  it('end as failures after losing two processes', async () => {
    const id = await leave(`attempts = 2, deadline_at = 'epoch'`)

    await runsService().endLostRuns()

    expect(await background().ended(id)).toMatchObject({
      status: 'failure',
      error_message: expect.stringContaining('stopped or failed twice'),
    })
  })

  it('continue after many clean stops, but not without end', async () => {
    const [stopped, hunted] = [
      await leave(`attempts = 19, hand_backs = 18, deadline_at = 'epoch'`),
      await leave(`attempts = 20, hand_backs = 19, deadline_at = 'epoch'`),
    ]

    await runsService().endLostRuns()

    expect(await background().ended(stopped)).toMatchObject({ status: 'success' })
    expect(await background().ended(hunted)).toMatchObject({
      status: 'failure',
      error_message: expect.stringContaining('stopped again and again'),
    })
  })

  it('end as failures that say so after losing two processes while preparing', async () => {
    const id = await leave(`attempts = 2, attempts_preparing = 2, deadline_at = 'epoch'`)

    await runsService().endLostRuns()

    expect(await background().ended(id)).toMatchObject({
      status: 'failure',
      error_message: expect.stringContaining('twice while preparing this run'),
    })
  })

  it('end like others after losing one process while preparing and one later', async () => {
    const id = await leave(`attempts = 2, attempts_preparing = 1, deadline_at = 'epoch'`)

    await runsService().endLostRuns()

    expect(await background().ended(id)).toMatchObject({
      error_message: expect.stringContaining('twice during this run'),
    })
  })

  it('have nothing left to prepare once they have run', async () => {
    const id = await background().start(query)
    await background().ended(id)

    expect(await sql('select attempts, attempts_preparing from executions where id = $1', [id])).toEqual([
      { attempts: 1, attempts_preparing: 0 },
    ])
  })

  it('are started by the sweep when the process that should have admitted or sent them died', async () => {
    const [waiting, unsent] = [
      await leave('attempts = 0, started_at = null, admitted_at = null'),
      await leave(`attempts = 0, started_at = null, admitted_at = 'epoch'`),
    ]

    await runsService().endLostRuns()

    for (const id of [waiting, unsent]) expect(await background().ended(id)).toMatchObject({ status: 'success' })
  })

  it('end as cancelled when the process that should have reacted is gone', async () => {
    const id = await leave(`attempts = 1, cancel_requested_at = 'epoch'`)

    expect(await runsService().endLostRuns()).toBe(1)

    expect(await background().pipelineOf(id)).toMatchObject({ status: 'cancelled', error_message: 'cancelled' })
  })

  it('continue without a cache, and their channel still reports them', async () => {
    const streams = runs.app.app.platform.shared.streams as { append: unknown; streamFrom: unknown }
    const { append, streamFrom } = streams
    const away = () => Promise.reject(new Error('the cache is away'))
    Object.assign(streams, { append: away, streamFrom: away })
    onTestFinished(() => void Object.assign(streams, { append, streamFrom }))

    const id = await background().start(query)
    expect(await background().ended(id)).toMatchObject({ status: 'success' })
    const socket = await background().listen(id)

    expect(await socket.closed).toBe(1000)
    expect(socket.types()).toEqual(['node_start', 'node_result', 'node_complete', 'execution_complete'])
  })
})

describe('scheduled runs', () => {
  const ended: { execution_id: string; status: string; cancelled: boolean; error_message: string | null }[] = []
  beforeAll(() =>
    runs.app.app.platform.events.onRaised(runEnded, async (_tx, run) => {
      ended.push(run)
    }),
  )
  const start = async (parts: object = {}) => {
    const run = {
      savedQueryId: query,
      connection: runs.connection,
      userId: runs.editor.id,
      username: 'editor',
      variables: {},
    }
    return database().transaction((tx) => runsService().startScheduledMany(tx, [{ ...run, ...parts }, run]))
  }
  const endOf = async (id: string) => {
    await soon(() => ended.map(({ execution_id }) => execution_id)).toContain(id)
    return ended.filter(({ execution_id }) => execution_id === id)
  }

  it('start for a user when their transaction commits, and raise their end once', async () => {
    const ids = await start()

    for (const id of ids)
      expect(await endOf(id)).toMatchObject([
        { status: 'success', cancelled: false, row_count: 5, trigger: 'schedule' },
      ])
    expect(await runs.log(ids[0]!)).toMatchObject({
      trigger: 'schedule',
      saved_query_version: '1',
      user: 'editor',
      status: 'success',
    })
  })

  it('do not start when their transaction rolls back', async () => {
    let ids: readonly string[] = []
    const work = database().transaction(async (tx) => {
      ids = await runsService().startScheduledMany(tx, [
        {
          savedQueryId: query,
          connection: runs.connection,
          userId: runs.editor.id,
          username: 'editor',
          variables: {},
        },
      ])
      throw new Error('no')
    })

    await expect(work).rejects.toThrow('no')
    expect(ids).toHaveLength(1)
    expect(await sql('select from executions where id = any($1)', [ids])).toEqual([])
    expect(ended.filter(({ execution_id }) => ids.includes(execution_id))).toEqual([])
  })

  it.each([
    ['the query is gone', { savedQueryId: randomUUID() }, /was deleted/],
    ['the connection is gone', { connection: randomUUID() }, /connection of this query was deleted/],
  ])('fail with a message when %s', async (_, parts, message) => {
    const [id] = await start(parts)

    expect(await endOf(id!)).toMatchObject([{ status: 'failure', error_message: expect.stringMatching(message) }])
  })
})
