import { randomUUID } from 'node:crypto'
import type { Heddle } from '@heddle/client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { backgroundOf, soon, TASK_SETTINGS, TENANTS } from '../../testing/executions/background.ts'
import { LOGS, type Runs, startRuns } from '../../testing/start-runs.ts'
import { executionsFeature } from './index.ts'

// A worker that nobody wakes looks for work that often.
const POLL_MS = 2_000

let runs: Runs
let background: ReturnType<typeof backgroundOf>
let heddle: Heddle
beforeAll(async () => {
  runs = await startRuns()
  addSmallFabric(runs.controller.store)
  background = backgroundOf(runs)
  heddle = await runs.app.heddle(runs.editor)
})
afterAll(() => runs.stop())
afterEach(() => runs.controller.faults.clear())

const sql = async (text: string, values: unknown[] = []) =>
  (await runs.app.app.platform.database.pool.query(text, values)).rows as Record<string, unknown>[]
async function entriesOf(execution: string) {
  const admin = await runs.app.heddle(runs.app.admin)
  const entries: unknown[] = []
  for await (const entry of admin.audit.logs.all({ category: 'query_execution' }))
    if (entry.target_id === execution) entries.push(entry)
  return entries
}
/** Follows a run of the editor's to its end. */
async function followed(execution: string): Promise<string> {
  for await (const _ of heddle.follow.run(execution));
  return (await background.pipelineOf(execution)).status
}

describe('execute_background', () => {
  it('answers 202 with the job and its channel, and soon logs the result', async () => {
    const answer = await background.ask(await runs.save(TENANTS))

    expect(answer.status).toBe(202)
    const { job_id, execution_id } = answer.body
    expect(answer.body).toEqual({ job_id: execution_id, execution_id, channel: `/ws/chain-execution/${job_id}/` })
    expect(await background.ended(execution_id)).toMatchObject({ status: 'success', execution: execution_id })
    expect(await runs.log(execution_id)).toMatchObject({
      status: 'success',
      trigger: 'background',
      row_count: 2,
      results: [{ name: 'A' }, { name: 'B' }],
      generated_query: expect.stringContaining('fvTenant'),
    })
  })

  it('starts at once when a worker is idle, not at the next poll for work', async () => {
    const query = await runs.save(TENANTS)
    await followed(await background.start(query))
    const times: number[] = []

    for (let run = 0; run < 9; run++) {
      const { execution_id } = await heddle.queries.savedQueries.executeBackground(query)
      await followed(execution_id)
      const { started_at, executed_at } = await runs.log(execution_id)
      times.push(Date.parse(started_at) - Date.parse(executed_at))
    }

    // The median, because the machine may be busy.
    expect(times.sort((a, b) => a - b)[4]).toBeLessThan(POLL_MS / 2)
  })

  it('waits for a controller that is busy for longer than a user would wait', async () => {
    const active = runs.controller.faults.add({ kind: 'html', status: 503, next: 4 })

    const status = await followed(await background.start(await runs.save(TENANTS)))

    expect([status, active.struck]).toEqual(['success', 4])
  })

  it('counts once more at the end', async () => {
    runs.controller.resetCounters()

    await followed(await background.start(await runs.save(TENANTS)))

    expect(runs.controller.requests.at(-1)!.query).toContain('rsp-subtree-include=count')
  })

  it('accepts the same body as execute', async () => {
    const query = await runs.save({
      nodes: [{ ...TENANTS.nodes[0], filters: [{ property: 'name', operator: 'eq', value: '{{tenant}}' }] }],
      post_processors: [{ id: 'none', type: 'limit', config: { count: 0 } }],
    })

    const execution = await background.start(query, { variables: { tenant: 'B' }, skip_post_processors: true })

    await followed(execution)
    expect(await runs.log(execution)).toMatchObject({
      status: 'success',
      variables: { tenant: 'B' },
      results: [{ name: 'B' }],
    })
  })

  it('refuses a run of a user who has two hundred in the queue', async () => {
    const viewer = await runs.app.userOf('viewer')
    const query = await runs.save(TENANTS)
    const id = await background.start(query, {}, viewer)
    await background.ended(id)
    const sql = (text: string, values: unknown[]) => runs.app.app.platform.database.pool.query(text, values)
    await sql(
      `insert into executions (id, saved_query_id, saved_query_version, controller_connection_id, user_id, username,
         trigger, status, executed_at, deadline_at)
       select gen_random_uuid(), saved_query_id, 1, controller_connection_id, user_id, username,
         'background', 'running', now(), now() + interval '1 day'
       from executions, generate_series(1, 200) where id = $1`,
      [id],
    )

    const { status, body } = await background.ask(query, {}, viewer)

    await sql(`delete from executions where status = 'running' and user_id = $1`, [viewer.id])
    expect([status, body.code]).toEqual([409, 'too_many_queued'])
    expect((await background.ask(query, {}, viewer)).status).toBe(202)
  })

  it('refuses what execute refuses, and runs nothing', async () => {
    const unknownConnection = { controller_connection: randomUUID() }
    const broken = await runs.save({ nodes: [] })
    const good = await runs.save(TENANTS)

    expect([(await background.ask(good, unknownConnection)).status, (await background.ask(broken)).status]).toEqual([
      400, 400,
    ])
    expect((await background.ask(good, unknownConnection)).body).toEqual({
      controller_connection: [expect.any(String)],
    })
    expect((await background.ask(broken)).body).toMatchObject({
      non_field_errors: [expect.any(String)],
      errors: [expect.anything()],
    })
    expect((await background.ask(randomUUID())).status).toBe(404)
    expect((await background.ask(good, {}, await runs.app.userOf(undefined))).status).toBe(403)
    expect((await runs.editor.get(`${LOGS}?saved_query=${good}`)).body.count).toBe(0)
  })

  it('records the call and the end in the audit log, both under the user', async () => {
    const execution = await background.start(await runs.save(TENANTS))
    await followed(execution)

    expect(await entriesOf(execution)).toMatchObject([
      {
        action: 'query_run',
        username: expect.stringMatching(/^editor-/),
        metadata: { status: 'success', trigger: 'background' },
      },
      { action: 'query_run_start', username: expect.stringMatching(/^editor-/) },
    ])
  })

  it('runs the query as it is when the run starts', async () => {
    const query = await runs.save(TENANTS)
    await heddle.queries.taskSettings.update({ max_concurrent_background: 1 })
    runs.controller.faults.add({ kind: 'hang' })
    const first = await background.start(query)
    const [second, deleted] = [await background.start(query), await background.start(await runs.save(TENANTS))]
    await soon(() => background.isStarted(first)).toBe(true)
    await heddle.queries.savedQueries.update(query, { nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name'] }] })
    await heddle.queries.savedQueries.remove((await runs.log(deleted)).saved_query)
    runs.controller.faults.clear()
    await background.cancel(first)

    await background.ended(deleted)
    expect(await runs.log(second)).toMatchObject({ status: 'success', row_count: 5, saved_query_version: '2' })
    expect(await runs.log(deleted)).toMatchObject({ status: 'failure', error_message: 'The saved query was deleted.' })
    await heddle.queries.taskSettings.update({ max_concurrent_background: 3 })
  })
})

describe('background runs over the limit of a user', () => {
  it('are queued and start in request order', async () => {
    runs.controller.faults.add({ kind: 'hang' })
    const query = await runs.save(TENANTS)
    const executions: string[] = []
    for (let run = 0; run < 6; run++) executions.push(await background.start(query))
    const started = async () => Promise.all(executions.map(background.isStarted))

    await soon(started).toEqual([true, true, true, false, false, false])
    expect(await runs.log(executions[3]!)).toMatchObject({ status: 'running', started_at: null })
    await background.cancel(executions[1]!)
    await soon(started).toEqual([true, true, true, true, false, false])
    await background.cancel(executions[4]!)
    await background.cancel(executions[0]!)
    await soon(started).toEqual([true, true, true, true, false, true])

    for (const execution of [2, 3, 5]) await background.cancel(executions[execution]!)
    for (const execution of executions) expect(await background.ended(execution)).toMatchObject({ status: 'cancelled' })
  })

  it('do not hold up the runs of other users', async () => {
    runs.controller.faults.add({ kind: 'hang', next: 3 })
    const query = await runs.save(TENANTS)
    const executions: string[] = []
    for (let run = 0; run < 4; run++) executions.push(await background.start(query))
    await soon(async () => Promise.all(executions.map(background.isStarted))).toEqual([true, true, true, false])
    const other = await runs.app.userOf('viewer')

    const execution = await background.start(query, {}, other)

    expect(await background.ended(execution)).toMatchObject({ status: 'success' })
    expect(await background.isStarted(executions[3]!)).toBe(false)
    for (const one of executions.slice(0, 3)) await background.cancel(one)
    expect(await background.ended(executions[3]!)).toMatchObject({ status: 'success' })
  })

  it('start when the user raises the limit', async () => {
    runs.controller.faults.add({ kind: 'hang' })
    const query = await runs.save(TENANTS)
    await heddle.queries.taskSettings.update({ max_concurrent_background: 1 })
    const executions: string[] = []
    for (let run = 0; run < 3; run++) executions.push(await background.start(query))
    const started = async () => Promise.all(executions.map(background.isStarted))
    await soon(started).toEqual([true, false, false])

    await heddle.queries.taskSettings.update({ max_concurrent_background: 2 })

    await soon(started).toEqual([true, true, false])
    for (const execution of [...executions].reverse()) await background.cancel(execution)
    for (const execution of executions) await background.ended(execution)
    await heddle.queries.taskSettings.update({ max_concurrent_background: 3 })
  })

  it('fail when their user may no longer run queries or was deleted', async () => {
    runs.controller.faults.add({ kind: 'hang', next: 2 })
    const query = await runs.save(TENANTS)
    const [leaver, loser] = [await runs.app.userOf('viewer'), await runs.app.userOf('viewer')]
    const executions: string[] = []
    for (const user of [leaver, loser]) {
      await user.patch(TASK_SETTINGS, { max_concurrent_background: 1 })
      for (let run = 0; run < 2; run++) executions.push(await background.start(query, {}, user))
    }
    await soon(async () => Promise.all(executions.map(background.isStarted))).toEqual([true, false, true, false])
    await sql('delete from users where id = $1', [leaver.id])
    await sql('delete from group_members where user_id = $1', [loser.id])

    for (const running of [executions[0]!, executions[2]!]) await background.cancel(running, runs.app.admin)
    await runs.app.app.features.of(executionsFeature).runs.endLostRuns()

    await background.ended(executions[1]!)
    await background.ended(executions[3]!)
    expect((await runs.log(executions[1]!)).error_message).toMatch(/was deleted/)
    expect((await runs.log(executions[3]!)).error_message).toMatch(/may no longer run queries/)
  })
})
