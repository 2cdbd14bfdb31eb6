import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { backgroundOf, PIPELINES, soon, TENANTS } from '../../testing/executions/background.ts'
import { longSteps } from '../../testing/executions/long-steps.ts'
import { type Drawing, type Runs, startRuns } from '../../testing/start-runs.ts'

let runs: Runs
let background: ReturnType<typeof backgroundOf>
beforeAll(async () => {
  runs = await startRuns()
  addSmallFabric(runs.controller.store)
  for (let number = 0; number < 2_000; number++) runs.controller.store.add('fvAp', `uni/tn-A/ap-${number}`, {})
  background = backgroundOf(runs)
})
afterAll(() => runs.stop())
afterEach(() => runs.controller.faults.clear())

const STAGED: Drawing = {
  nodes: [TENANTS.nodes[0]!, { id: 'bd', class_name: 'fvBD', properties: ['name'], primary: true }],
  edges: [{ id: 'e1', source: 't', target: 'bd' }],
  post_processors: [{ id: 'few', type: 'limit', config: { count: 2 } }],
}
const list = async (query: string) => (await runs.editor.get(`${PIPELINES}${query}`)).body
const sql = (text: string, values: unknown[] = []) => runs.app.app.platform.database.pool.query(text, values)
const dataRequests = () => runs.controller.requests.filter(({ kind }) => kind === 'data').length
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
const stageStatuses = ({ stages }: { stages: { status: string }[] }) => stages.map(({ status }) => status)

async function startHanging(rule: { readonly path?: string } = {}, drawing: Drawing = TENANTS): Promise<string> {
  const before = runs.controller.faults.add({ kind: 'hang', ...rule })
  const execution = await background.start(await runs.save(drawing))
  await soon(() => before.struck).toBeGreaterThan(0)
  return execution
}

describe('a pipeline execution', () => {
  it('shows every stage with its input, output and times', async () => {
    const query = await runs.save(STAGED)
    const execution = await background.start(query)

    const pipeline = await background.ended(execution)

    const item = {
      id: expect.any(String),
      execution,
      saved_query: query,
      saved_query_name: 'query',
      draft: false,
      user: expect.stringMatching(/^editor-/),
      status: 'success',
      started_at: INSTANT,
      finished_at: INSTANT,
      duration_ms: expect.any(Number),
      stage_count: 4,
      cancel_requested: false,
    }
    expect(pipeline).toEqual({ ...item, error_message: null, stages: expect.any(Array) })
    expect((await list(`?saved_query=${query}`)).results).toEqual([item])
    const common = { status: 'success', started_at: INSTANT, duration_ms: expect.any(Number) }
    expect(pipeline.stages).toMatchObject([
      {
        ...common,
        index: 0,
        name: 'fvTenant',
        type: 'fetch',
        node_id: 't',
        output_rows: 2,
        request: expect.stringContaining('/api/'),
      },
      { ...common, index: 1, name: 'fvBD', type: 'fetch', node_id: 'bd', output_rows: 5 },
      {
        ...common,
        index: 2,
        type: 'join',
        step_id: 'e1',
        edge_id: 'e1',
        input_rows: 7,
        output_rows: 5,
        output_sample: { length: 5 },
      },
      {
        ...common,
        index: 3,
        type: 'post_processor',
        step_id: 'few',
        input_rows: 5,
        output_rows: 2,
        input_sample: { length: 5 },
      },
    ])
    expect(pipeline.stages[3].output_sample).toEqual([
      expect.objectContaining({ name: 'app' }),
      expect.objectContaining({ name: expect.any(String) }),
    ])
  })

  it('shows samples only to users who may read the rows', async () => {
    const { execution_id } = await runs.run(STAGED)
    const samplesFor = async (client: typeof runs.editor) =>
      (await background.pipelineOf(execution_id, client)).stages.flatMap(
        (stage: { input_sample: []; output_sample: [] }) => [...stage.input_sample, ...stage.output_sample],
      ).length

    expect(await samplesFor(runs.editor)).toBeGreaterThan(0)
    expect(await samplesFor(await runs.app.userOf('operator'))).toBeGreaterThan(0)
    expect(await samplesFor(await runs.app.userOf('editor'))).toBe(0)
  })

  it('shows the stages during the run', async () => {
    const execution = await startHanging({ path: 'fvBD' }, STAGED)

    await soon(async () => stageStatuses(await background.pipelineOf(execution))).toContain('running')

    const { status, stages, finished_at } = await background.pipelineOf(execution)
    expect([status, finished_at, stages.length]).toEqual(['running', null, 4])
    expect(stages.at(-1)).toMatchObject({ type: 'post_processor', status: 'pending', started_at: null })
    await background.cancel(execution)
    await background.ended(execution)
  })

  it('is listed newest first and filtered by query and status', async () => {
    const query = await runs.save(TENANTS)
    const executions = []
    for (let run = 0; run < 3; run++) executions.push((await runs.execute(query)).body.execution_id)
    const found = await list(`?saved_query=${query}`)

    expect(found).toMatchObject({ count: 3, count_is_exact: true, next: null, previous: null })
    expect(found.results.map(({ execution }: { execution: string }) => execution)).toEqual(executions.reverse())
    expect((await list(`?saved_query=${query}&status=failure`)).results).toEqual([])
    expect((await list(`?saved_query=${query}&status=success&page_size=2`)).results).toHaveLength(2)
    expect((await list(`?saved_query=${query}&ordering=started_at`)).results[0].execution).toBe(executions.at(-1))
    for (const wrong of ['status=done', 'saved_query=x', 'ordering=status']) {
      expect((await runs.editor.get(`${PIPELINES}?${wrong}`)).status).toBe(400)
    }
  })

  it('is visible only to users who may view logs', async () => {
    const outsider = await runs.app.userOf(undefined)
    const { id } = await background.pipelineOf((await runs.run(TENANTS)).execution_id)

    expect((await outsider.get(PIPELINES)).status).toBe(403)
    expect((await outsider.get(`${PIPELINES}${id}/`)).status).toBe(403)
    expect((await outsider.post(`${PIPELINES}${id}/cancel/`)).status).toBe(403)
    expect((await runs.editor.get(`${PIPELINES}${randomUUID()}/`)).status).toBe(404)
    expect((await runs.editor.post(`${PIPELINES}${randomUUID()}/cancel/`)).status).toBe(404)
  })
})

describe('a cancel', () => {
  const CANCELLED_LOG = {
    status: 'failure',
    reason: 'cancelled',
    error_message: 'cancelled',
    row_count: 0,
    results: [],
  }

  it('during a fetch ends the run immediately; later stages do not start, and nothing more is sent', async () => {
    const execution = await startHanging({ path: 'fvTenant' }, STAGED)

    const answer = await background.cancel(execution)
    const sent = dataRequests()

    expect([answer.status, answer.body.execution, answer.body.cancel_requested]).toEqual([200, execution, true])
    const pipeline = await background.ended(execution)
    expect(pipeline).toMatchObject({ status: 'cancelled', error_message: 'cancelled', finished_at: INSTANT })
    expect(stageStatuses(pipeline).slice(2)).toEqual(['skipped', 'skipped'])
    expect(stageStatuses(pipeline)[0]).toBe('cancelled')
    expect(await runs.log(execution)).toMatchObject(CANCELLED_LOG)
    expect(dataRequests()).toBeLessThanOrEqual(sent + 1)
  })

  it('during computation ends the run and shows how far it got', async () => {
    const execution = await background.start(
      await runs.save({
        nodes: [{ id: 'ap', class_name: 'fvAp', properties: ['name'] }],
        post_processors: longSteps(90),
      }),
    )
    await soon(async () => stageStatuses(await background.pipelineOf(execution))[0]).toBe('success')

    await background.cancel(execution)

    const statuses = stageStatuses(await background.ended(execution))
    expect(statuses[0]).toBe('success')
    expect(statuses.filter((status) => status === 'cancelled')).toHaveLength(1)
    expect(statuses.at(-1)).toBe('skipped')
    expect(await runs.log(execution)).toMatchObject(CANCELLED_LOG)
  })

  it('of a queued run ends it immediately', async () => {
    const running = []
    for (let run = 0; run < 3; run++) running.push(await startHanging())
    const waiting = await background.start(await runs.save(TENANTS))

    const answer = await background.cancel(waiting)

    expect(answer.body).toMatchObject({ status: 'cancelled', started_at: null, duration_ms: 0, stages: [] })
    expect(await runs.log(waiting)).toMatchObject(CANCELLED_LOG)
    for (const execution of running) await background.cancel(execution)
    for (const execution of running) await background.ended(execution)
  })

  it('of a manual run ends it with a reply to its client', async () => {
    const hanging = runs.controller.faults.add({ kind: 'hang' })
    const query = await runs.save(TENANTS)
    const executing = runs.execute(query)
    await soon(() => hanging.struck).toBe(1)
    const [{ execution }] = (await list(`?saved_query=${query}`)).results

    await background.cancel(execution)

    expect((await executing).body).toMatchObject({
      execution_id: execution,
      status: 'failure',
      error_message: 'cancelled',
    })
  })

  it('requested in another process is found within seconds, and wins over a result', async () => {
    const execution = await startHanging()

    await sql('update executions set cancel_requested_at = now() where id = $1', [execution])

    expect(await background.ended(execution)).toMatchObject({ status: 'cancelled' })
    runs.controller.faults.clear()
    runs.controller.faults.add({ kind: 'delay', ms: 300 })
    const quick = await background.start(await runs.save(TENANTS))
    await soon(() => background.isStarted(quick)).toBe(true)
    await sql('update executions set cancel_requested_at = now() where id = $1', [quick])
    await background.ended(quick)
    expect(await runs.log(quick)).toMatchObject(CANCELLED_LOG)
  })

  it('is a 409 for a run that has ended', async () => {
    const { execution_id } = await runs.run(TENANTS)

    const answer = await background.cancel(execution_id)

    expect([answer.status, answer.body]).toEqual([409, { detail: expect.any(String), code: 'already_finished' }])
    expect(await runs.log(execution_id)).toMatchObject({ status: 'success' })
  })

  it('is allowed for the user of the run, operators and administrators', async () => {
    const execution = await startHanging()

    expect((await background.cancel(execution, await runs.app.userOf('editor'))).status).toBe(403)
    expect((await background.cancel(execution, await runs.app.userOf('operator'))).status).toBe(200)
    expect(await background.ended(execution)).toMatchObject({ status: 'cancelled' })
  })

  it('is recorded under the caller, and the end of the run under its user', async () => {
    const execution = await startHanging()
    await background.cancel(execution, runs.app.admin)
    const { id } = await background.ended(execution)

    const entries = (await runs.app.admin.get('/api/audit/logs/?category=query_execution&page_size=20')).body.results
    expect(entries.find(({ action }: { action: string }) => action === 'run_cancel')).toMatchObject({
      username: 'admin',
      target_id: id,
    })
    expect(
      entries.find(
        ({ target_id, action }: { target_id: string; action: string }) =>
          target_id === execution && action === 'query_run',
      ),
    ).toMatchObject({
      username: expect.stringMatching(/^editor-/),
      ip_address: null,
    })
  })
})
