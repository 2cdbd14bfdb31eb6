import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backgroundOf, soon, TASK_SETTINGS } from '../../testing/executions/background.ts'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { LOGS, QUERIES, type Runs, startRuns } from '../../testing/start-runs.ts'
import type { Answer, Client } from '../../testing/start-test-app.ts'

const ALONE = '/api/queries/'
const CAPTURE = '/api/history/capture/'

let runs: Runs
let background: ReturnType<typeof backgroundOf>
let viewer: Client
let operator: Client
beforeAll(async () => {
  runs = await startRuns()
  addSmallFabric(runs.controller.store)
  background = backgroundOf(runs)
  viewer = await runs.app.userOf('viewer')
  operator = await runs.app.userOf('operator')
})
afterAll(() => runs.stop())

const TENANTS = { nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }], edges: [] }
const named = (value: string) => ({
  nodes: [{ ...TENANTS.nodes[0], filters: [{ property: 'name', operator: 'eq', value }] }],
  edges: [],
})
const step = (type: string, config: object) => ({ id: type, type, config })
const ONE = step('limit', { count: 1 })
const MISSPELT = {
  nodes: [{ ...TENANTS.nodes[0], filters: [{ property: 'name', operator: 'is', value: 'A' }] }],
  edges: [],
}
const names = ({ results }: Answer['body']) => (results as { name: string }[]).map(({ name }) => name)
const alone = (body: object, client: Client = runs.editor, route = 'execute') =>
  client.post(`${ALONE}${route}/`, { controller_connection: runs.connection, ...body })
const ok = async (answer: Promise<Answer>): Promise<Answer['body']> => {
  const { status, body, text } = await answer
  if (status !== 200) throw new Error(`${status} ${text}`)
  return body
}

describe('a draft of a saved query', () => {
  it('runs instead of what is saved, which stays as it is', async () => {
    const id = await runs.save({ ...TENANTS, name: 'tenants' })

    const reply = await ok(runs.execute(id, { draft: named('B') }))

    expect(reply).toMatchObject({ status: 'success', draft: true, row_count: 1 })
    expect(names(reply)).toEqual(['B'])
    expect(names(await ok(runs.execute(id)))).toEqual(['A', 'B'])
    expect((await runs.editor.get(`${QUERIES}${id}/`)).body).toMatchObject({
      current_version: '1',
      nodes: TENANTS.nodes,
    })
  })

  it('leaves a log that says so, with the canvas', async () => {
    const id = await runs.save({ ...TENANTS, name: 'tenants' })
    const { execution_id: saved } = await ok(runs.execute(id))
    const { execution_id } = await ok(runs.execute(id, { draft: named('B') }))

    const log = await runs.log(execution_id)

    expect(log).toMatchObject({ saved_query: id, saved_query_name: 'tenants', saved_query_version: null, draft: true })
    expect(log.canvas).toEqual({ ...named('B'), post_processors: [] })
    expect(await runs.log(saved)).toMatchObject({ draft: false, saved_query_version: '1', canvas: null })
    const drafts = await ok(runs.editor.get(`${LOGS}?saved_query=${id}&draft=true`))
    expect(drafts.results).toMatchObject([{ id: execution_id, draft: true, saved_query_version: null }])
    const others = await ok(runs.editor.get(`${LOGS}?saved_query=${id}&draft=false`))
    expect(others.results).toMatchObject([{ id: saved, draft: false }])
  })

  it('is checked by validate, which lists every fault', async () => {
    const id = await runs.save(TENANTS)
    const draft = { ...MISSPELT, post_processors: [step('limit', {}), step('nothing', {})] }

    const [good, bad] = [
      await ok(runs.editor.post(`${QUERIES}${id}/validate/`, { draft: named('B') })),
      await ok(runs.editor.post(`${QUERIES}${id}/validate/`, { draft })),
    ]

    expect(good).toMatchObject({
      valid: true,
      draft: true,
      errors: [],
      plan: { text: expect.stringContaining('fvTenant') },
    })
    expect(bad).toMatchObject({ valid: false, draft: true, plan: null })
    expect(bad.errors.map(({ code }: { code: string }) => code).sort()).toEqual([
      'bad_post_processor_config',
      'unknown_operator',
      'unknown_post_processor',
    ])
    const refused = await runs.execute(id, { draft })
    expect([refused.status, refused.body.errors]).toEqual([400, bad.errors])
  })

  it('has its rows before the steps with skip_post_processors', async () => {
    const id = await runs.save(TENANTS)
    const draft = { ...TENANTS, post_processors: [ONE, step('limit', {})] }

    const preview = await ok(runs.execute(id, { draft, skip_post_processors: true }))

    expect(names(preview)).toEqual(['A', 'B'])
    expect((await runs.execute(id, { draft })).status).toBe(400)
  })

  it('keeps the parameters and the expectation of the query, unless it has its own', async () => {
    const parameters = [{ name: 'tenant', type: 'enum', choices: ['A'] }]
    const id = await runs.save({ ...named('{{tenant}}'), parameters, expect: { rows: { min: 2 } } } as never)
    const own = { parameters: [{ name: 'tenant', type: 'enum', choices: ['B'] }], expect: { rows: { max: 1 } } }
    const run = (draft: object, tenant: string) => runs.execute(id, { draft, variables: { tenant } })

    const [kept, replaced, without] = [
      await ok(run(named('{{tenant}}'), 'A')),
      await ok(run({ ...named('{{tenant}}'), ...own }, 'B')),
      await ok(run({ ...named('{{tenant}}'), expect: null, parameters: [] }, 'A')),
    ]

    expect([kept, replaced, without].map(({ expectation }) => expectation?.status ?? null)).toEqual([
      'failed',
      'passed',
      null,
    ])
    expect((await run(named('{{tenant}}'), 'B')).body).toHaveProperty(['variables.tenant'])
    expect((await run({ ...named('{{tenant}}'), ...own }, 'A')).body).toHaveProperty(['variables.tenant'])
  })

  it('says what is wrong with what it declares', async () => {
    const id = await runs.save(TENANTS)
    const draft = { ...MISSPELT, parameters: [{ name: 'a b' }, 7], expect: { rows: { min: -1 }, every: 'name ==' } }

    const { errors } = await ok(runs.editor.post(`${QUERIES}${id}/validate/`, { draft }))

    const paths = errors.map(({ path }: { path: string }) => path).sort()
    expect(paths).toEqual([
      'expect.every',
      'expect.rows.min',
      'nodes.0.filters.0.operator',
      'parameters.0.name',
      'parameters.1',
    ])
    expect((await runs.execute(id, { draft })).body.errors).toEqual(errors)
  })

  it('finds the choices of its parameters in the rows of another query', async () => {
    const source = await runs.save(TENANTS)
    const parameters = [{ name: 'tenant', choices_from: { saved_query: source, column: 'name' } }]
    const run = (tenant: string) => alone({ draft: { ...named('{{tenant}}'), parameters }, variables: { tenant } })

    expect(names(await ok(run('B')))).toEqual(['B'])
    expect((await run('C')).body).toHaveProperty(['variables.tenant'])
  })

  it('looks up in saved queries, but not in its own', async () => {
    const [vrfs, id] = [
      await runs.save({ nodes: [{ id: 'v', class_name: 'fvCtx', properties: ['name'] }] }),
      await runs.save(TENANTS),
    ]
    const lookup = (saved_query: string) =>
      step('lookup', { saved_query, on: { name: 'name' }, join: 'left', prefix: 'vrf' })
    const run = (saved_query: string) =>
      runs.execute(id, { draft: { ...TENANTS, post_processors: [lookup(saved_query)] } })

    expect((await ok(run(vrfs))).columns).toContain('vrf.dn')
    expect((await run(id)).body.errors).toMatchObject([
      { code: 'bad_post_processor_config', message: expect.stringContaining('leads back') },
    ])
  })

  it('does not tell how the query met its expectation', async () => {
    const id = await runs.save({ ...TENANTS, expect: { rows: { max: 2 } } } as never)
    const listed = async (wanted: string) =>
      (await ok(runs.editor.get(`${QUERIES}?expectation=${wanted}&page_size=200`))).results.some(
        (query: { id: string }) => query.id === id,
      )
    const isFaulted = async () =>
      JSON.stringify(await ok(runs.editor.get('/api/dashboard/changes/'))).includes('failing tenants')
    await ok(runs.execute(id))

    const { expectation } = await ok(runs.execute(id, { draft: { ...TENANTS, expect: { rows: { max: 1 } } } }))

    expect(expectation.status).toBe('failed')
    expect([await listed('passed'), await listed('failed'), await isFaulted()]).toEqual([true, false, false])
  })
})

describe('a draft of no saved query', () => {
  it('is validated and run on the connection it names', async () => {
    const reply = await ok(alone({ draft: TENANTS }))
    const validation = await ok(alone({ draft: TENANTS }, runs.editor, 'validate'))

    expect(reply).toMatchObject({ draft: true, status: 'success', row_count: 2, expectation: null })
    expect(validation).toMatchObject({ draft: true, valid: true, errors: [] })
    const unknown = { saved_query: null, saved_query_name: null, draft: true }
    const log = await runs.log(reply.execution_id)
    expect(log).toMatchObject({ ...unknown, saved_query_version: null, controller_connection: runs.connection })
    const pipeline = await ok(runs.editor.get(`/api/queries/pipeline-executions/${log.pipeline_execution}/`))
    expect(pipeline).toMatchObject({ ...unknown, status: 'success' })
    const { results } = await ok(runs.editor.get('/api/queries/pipeline-executions/?page_size=1'))
    expect(results).toMatchObject([{ id: pipeline.id, ...unknown }])
  })

  it('merges the rows of several connections', async () => {
    const other = await runs.connect({ name: 'other' })

    const reply = await ok(
      runs.editor.post(`${ALONE}execute/`, {
        controller_connections: [runs.connection, other],
        merge: true,
        draft: TENANTS,
      }),
    )

    expect(reply).toMatchObject({ draft: true, row_count: 4 })
    expect(reply.columns).toContain('@controller')
  })

  it('has a timeline, a channel and rows to export like any run', async () => {
    const { body } = await alone({ draft: TENANTS }, runs.editor, 'execute_background')
    const socket = await background.listen(body.execution_id)

    await socket.closed

    expect(body).toMatchObject({ draft: true, job_id: body.execution_id })
    expect(socket.types()).toEqual(['node_start', 'node_result', 'node_complete', 'execution_complete'])
    expect((await runs.editor.get(`${LOGS}${body.execution_id}/results/?format=csv`)).text).toContain(
      'uni/tn-A,fvTenant,A',
    )
  })
})

describe('a draft that runs in the background', () => {
  it('runs as it was requested, even if the query is deleted meanwhile', async () => {
    const id = await runs.save({ ...TENANTS, name: 'gone' })
    await runs.editor.patch(TASK_SETTINGS, { max_concurrent_background: 1 })
    runs.controller.faults.add({ kind: 'hang' })
    const first = await background.start(await runs.save(TENANTS))
    await soon(() => background.isStarted(first)).toBe(true)

    const draft = { ...named('{{tenant}}'), post_processors: [ONE], expect: { rows: { min: 1 } } }
    const execution = await background.start(id, { draft, variables: { tenant: 'B' } })
    expect((await runs.editor.delete(`${QUERIES}${id}/`)).status).toBe(204)
    runs.controller.faults.clear()
    await background.cancel(first)
    const { status } = await background.ended(execution)

    expect(status).toBe('success')
    expect(await runs.log(execution)).toMatchObject({
      saved_query: id,
      saved_query_name: null,
      draft: true,
      expectation: { status: 'passed' },
    })
    expect(names(await runs.log(execution))).toEqual(['B'])
  })
})

describe('a draft is refused', () => {
  it('with every fault at once', async () => {
    const { status, body } = await runs.editor.post(`${ALONE}execute/`, { draft: MISSPELT, as_of: '2026-01-01' })

    expect([status, Object.keys(body).sort()]).toEqual([
      400,
      ['as_of', 'controller_connection', 'errors', 'non_field_errors'],
    ])
    expect(body.controller_connection).toEqual(['This field is required.'])
  })

  it.each(['execute', 'execute_background'])('by %s with as_of: it has no past', async (route) => {
    const id = await runs.save(TENANTS)

    const answers = [
      await runs.editor.post(`${QUERIES}${id}/${route}/`, { draft: TENANTS, as_of: '2026-01-01' }),
      await alone({ draft: TENANTS, as_of: '2026-01-01' }, runs.editor, route),
    ]

    const expected = { as_of: ['A draft reads the controller: it has no past. Leave this field out.'] }
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [400, expected],
      [400, expected],
    ])
  })

  it.each(['execute', 'execute_background', 'validate'])(
    'by %s without a canvas or a connection that exists',
    async (route) => {
      const none = await runs.editor.post(`${ALONE}${route}/`, { controller_connection: runs.connection })
      const unknown = await alone({ draft: TENANTS, controller_connection: randomUUID() }, runs.editor, route)
      const partial = await alone({ draft: { nodes: [] } }, runs.editor, route)

      expect([none.status, Object.keys(none.body)]).toEqual([400, ['draft']])
      expect([unknown.status, Object.keys(unknown.body)]).toEqual([400, ['controller_connection']])
      expect([partial.status, Object.keys(partial.body)]).toEqual([400, ['draft.edges']])
    },
  )

  it('when it is larger than a query may be', async () => {
    const nodes = [{ ...TENANTS.nodes[0], note: 'x'.repeat(512_000) }]
    const expected = { every: `name != "${'x'.repeat(512_000)}"` }

    const [canvas, declared, validated] = [
      await alone({ draft: { nodes, edges: [] } }),
      await alone({ draft: { ...TENANTS, expect: expected } }),
      await alone({ draft: { nodes, edges: [] } }, runs.editor, 'validate'),
    ]

    const tooLarge = [expect.objectContaining({ code: 'too_large' })]
    expect([canvas.status, canvas.body.errors, declared.status, declared.body.errors]).toEqual([
      400,
      tooLarge,
      400,
      tooLarge,
    ])
    expect(validated.body).toMatchObject({ valid: false, errors: tooLarge })
  })

  it('for a query that does not exist', async () => {
    expect((await runs.execute(randomUUID(), { draft: TENANTS })).status).toBe(404)
  })

  it.each(['execute', 'execute_background', 'validate'])(
    'by %s to those who may not run queries, before the body is read',
    async (route) => {
      const nobody = await runs.app.userOf(undefined)

      expect((await nobody.post(`${ALONE}${route}/`, { draft: 7 })).status).toBe(403)
      expect((await runs.app.anonymous.post(`${ALONE}${route}/`, { draft: TENANTS })).status).toBe(401)
      expect((await alone({ draft: TENANTS }, viewer, route)).status).toBeOneOf([200, 202])
    },
  )
})

describe('the rows of a draft', () => {
  it('of no query are for its user and administrators', async () => {
    const { execution_id } = await ok(alone({ draft: named('A') }))
    const statusFor = async (client: Client) => (await client.get(`${LOGS}${execution_id}/results/`)).status
    const seenBy = async (client: Client) => {
      const { results, canvas, generated_query } = await runs.log(execution_id, client)
      return [results.length, canvas !== null, String(generated_query).includes('"A"')]
    }

    expect([await statusFor(operator), await statusFor(viewer)]).toEqual([403, 403])
    expect([await statusFor(runs.editor), await statusFor(runs.app.admin)]).toEqual([200, 200])
    expect([await seenBy(operator), await seenBy(viewer)]).toEqual([
      [0, false, false],
      [0, false, false],
    ])
    expect(await seenBy(runs.app.admin)).toEqual([1, true, true])
  })

  it('of a saved query are for its user, operators and administrators', async () => {
    const { execution_id } = await ok(runs.execute(await runs.save(TENANTS), { draft: named('A') }))

    const log = async (client: Client) => (await runs.log(execution_id, client)).canvas !== null
    expect([await log(operator), await log(viewer)]).toEqual([true, false])
  })

  it.each([
    ['a saved query', async () => runs.execute(await runs.save(TENANTS), { draft: named('A') })],
    ['no query', () => alone({ draft: TENANTS })],
  ])('of %s are no snapshot', async (_, run) => {
    const { execution_id } = await ok(run())

    const captured = await runs.editor.post(CAPTURE, { execution: execution_id })
    const compared = await runs.editor.post('/api/history/compare/', { snapshot_a: execution_id, snapshot_b: 'live' })

    expect([captured.status, captured.body]).toEqual([
      400,
      { execution: [expect.stringContaining('The run is of a draft')] },
    ])
    expect([compared.status, compared.body]).toEqual([
      400,
      { snapshot_a: [expect.stringContaining('the run of a draft')] },
    ])
  })

  it('that cannot be validated is refused with its problems, as the description of the API says', async () => {
    const draft = { nodes: [{ id: 1 }], edges: [] }

    const { status, body } = await runs.editor.post('/api/queries/validate/', { draft })

    expect(status).toBe(400)
    expect(body).toMatchObject({ controller_connection: [expect.any(String)], errors: [{ path: 'nodes.0.id' }, {}] })
  })
})
