import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { type Runs, startRuns } from '../../testing/start-runs.ts'
import { statementsOf } from '../../testing/statements-of.ts'

const AUDIT_SETTINGS = '/api/audit/settings/'

let runs: Runs
let query: string
beforeAll(async () => {
  runs = await startRuns()
  addSmallFabric(runs.controller.store)
  query = await runs.save({ nodes: [{ id: 't', class_name: 'fvTenant' }] })
  await runs.execute(query)
})
afterAll(() => runs.stop())

const select = async (text: string, values: readonly unknown[]) =>
  (await runs.app.app.platform.database.pool.query<Record<string, unknown>>(text, [...values])).rows

/** A run, whether it needed a transaction, and what it left in the audit log. */
async function run() {
  let body: Record<string, unknown> = {}
  const statements = await statementsOf(runs.app.app.platform.database.pool, async (headers) => {
    const answer = await runs.editor.post(`/api/queries/saved-queries/${query}/execute/`, {}, headers)
    expect(answer.status).toBe(200)
    body = answer.body
  })
  const id = body['execution_id']
  const entries = await select(
    'select username, description, metadata from audit_entries where target_id = $1 order by id',
    [id],
  )
  const [stored] = await select(
    `select e.status, e.row_count, p.status as pipeline, p.finished_at is not null as finished,
       (select sum(row_count)::int from execution_result_chunks where execution_id = e.id) as rows
     from executions e join pipeline_executions p on p.execution_id = e.id where e.id = $1`,
    [id],
  )
  return { id, entries, stored, hadTransaction: statements.includes('commit') }
}

const ENDED = { status: 'success', row_count: 2, pipeline: 'success', finished: true, rows: 2 }

describe('a manual run that succeeds', () => {
  it('ends in one statement, which leaves its pipeline, its rows and its audit entry', async () => {
    const { entries, stored, hadTransaction } = await run()

    expect(stored).toEqual(ENDED)
    expect(hadTransaction).toBe(false)
    expect(entries).toEqual([
      {
        username: expect.stringMatching(/^editor/),
        description: 'Saved query "query" was run: success',
        metadata: {
          saved_query: query,
          draft: false,
          controller_connection: runs.connection,
          controller_connections: null,
          trigger: 'manual',
          status: 'success',
          row_count: 2,
        },
      },
    ])
  })

  it('leaves no entry once its group is no longer recorded, and one again when it is', async () => {
    await runs.app.admin.patch(AUDIT_SETTINGS, { groups: { queries: false } })
    const unrecorded = await run()
    await runs.app.admin.patch(AUDIT_SETTINGS, { groups: { queries: true } })
    const recorded = await run()

    expect(unrecorded.entries).toEqual([])
    expect(unrecorded.stored).toEqual(ENDED)
    expect(recorded.entries).toHaveLength(1)
    expect(recorded.stored).toEqual(ENDED)
  })

  it('ends the fault of its connection in a transaction with its own end', async () => {
    await select('insert into connection_faults (connection_id, since) values ($1, now())', [runs.connection])

    const { entries, stored, hadTransaction } = await run()

    expect(hadTransaction).toBe(true)
    expect(entries).toHaveLength(1)
    expect(stored).toEqual(ENDED)
    expect(await select('select from connection_faults where connection_id = $1', [runs.connection])).toEqual([])
  })
})

/** The same for one that nobody waits for, with the number of its entries and whether a fault is left. */
async function runInBackground() {
  const { body } = await runs.editor.post(`/api/queries/saved-queries/${query}/execute_background/`, {})
  const id: string = body.execution_id
  expect(await select('select trigger from executions where id = $1', [id])).toEqual([{ trigger: 'background' }])
  await vi.waitUntil(async () => (await runs.log(id)).status !== 'running', { timeout: 20_000 })
  const [left] = await select(
    `select (select count(*)::int from audit_entries where target_id = $1 and action = 'query_run') as entries,
       exists (select from connection_faults where connection_id = $2) as fault`,
    [id, runs.connection],
  )
  return left
}

describe('a run in the background', () => {
  it('ends the fault of its connection, and leaves one entry', async () => {
    await select('insert into connection_faults (connection_id, since) values ($1, now())', [runs.connection])

    expect(await runInBackground()).toEqual({ entries: 1, fault: false })
  })

  it('leaves an entry by the settings as they are', async () => {
    await runs.app.admin.patch(AUDIT_SETTINGS, { groups: { queries: false } })
    const unrecorded = await runInBackground()
    await runs.app.admin.patch(AUDIT_SETTINGS, { groups: { queries: true } })

    expect([unrecorded, await runInBackground()]).toEqual([
      { entries: 0, fault: false },
      { entries: 1, fault: false },
    ])
  })
})
