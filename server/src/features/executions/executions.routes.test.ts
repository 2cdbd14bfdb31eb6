import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import {
  CONNECTIONS,
  type Drawing,
  QUERIES,
  type Runs,
  startOtherController,
  startRuns,
} from '../../testing/start-runs.ts'

let runs: Runs
beforeAll(async () => {
  runs = await startRuns()
  addSmallFabric(runs.controller.store)
})
afterAll(() => runs.stop())

const bd = (parts: object = {}) => ({ id: 'bd', class_name: 'fvBD', properties: ['name'], ...parts })
const vrf = (parts: object = {}) => ({ id: 'vrf', class_name: 'fvCtx', ...parts })
const subnet = (parts: object = {}) => ({ id: 'subnet', class_name: 'fvSubnet', ...parts })
const tenant = (parts: object = {}) => ({ id: 't', class_name: 'fvTenant', ...parts })
const edge = (source: string, target: string, parts: object = {}) => ({ id: 'e1', source, target, ...parts })
const where = (property: string, operator: string, value: unknown) => ({ filters: [{ property, operator, value }] })
const step = (type: string, config: object, parts: object = {}) => ({ id: type, type, config, ...parts })
const only = (...columns: string[]) => step('select', { columns })
const TO_VRF = { kind: 'references', through: 'fvRsCtx' }

const rows = async (drawing: Drawing, body: object = {}): Promise<unknown[]> => {
  const reply = await runs.run(drawing, body)
  expect(reply.error_message).toBeNull()
  return reply.results
}
const values = async (drawing: Drawing, body: object = {}) =>
  (await rows(drawing, body)).map((row) => Object.values(row as object).join(' '))

describe('the reply of execute', () => {
  it('has the shape of the interface', async () => {
    const reply = await runs.run({ nodes: [bd(where('name', 'eq', 'app'))] })

    expect(reply).toEqual({
      execution_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'success',
      row_count: 1,
      generated_query: expect.stringContaining('fvBD'),
      actual_query_path:
        '/api/class/fvBD.json?query-target-filter=eq(fvBD.name,"app")&rsp-prop-include=naming-only&order-by=fvBD.dn',
      results: [{ dn: 'uni/tn-A/BD-app', className: 'fvBD', name: 'app' }],
      duration_ms: expect.any(Number),
      waited_ms: expect.any(Number),
      columns: ['dn', 'className', 'name'],
      error_message: null,
      expectation: null,
      reason: null,
      warnings: [],
      results_truncated: false,
    })
  })

  it('does not require a body', async () => {
    const answer = await runs.editor.post(`${QUERIES}${await runs.save({ nodes: [bd()] })}/execute/`)

    expect([answer.status, answer.body.row_count]).toEqual([200, 5])
  })

  it('is a success with no rows when nothing matches', async () => {
    const reply = await runs.run({ nodes: [bd(where('name', 'eq', 'none'))] })

    expect(reply).toMatchObject({ status: 'success', row_count: 0, results: [] })
  })

  it('has every attribute of the primary node when none is selected', async () => {
    const [row] = await rows({ nodes: [bd({ properties: [], ...where('name', 'eq', 'bare') })] })

    expect(row).toMatchObject({ dn: 'uni/tn-B/BD-bare', className: 'fvBD', name: 'bare', arpFlood: 'yes', mtu: '1500' })
    expect(Object.keys(row as object).length).toBeGreaterThan(20)
  })

  it('lists the paths of all requests, one per line, without page parameters', async () => {
    // Earlier runs have counted its small classes, and would choose one nested request.
    const connection = await runs.connect({ name: 'uncounted' })
    const drawing = { nodes: [tenant(where('name', 'eq', 'A')), bd()], edges: [edge('t', 'bd')] }
    const { actual_query_path } = await runs.run(drawing, {}, connection)

    expect(actual_query_path.split('\n')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^\/api\/class\/fvTenant\.json/),
        expect.stringMatching(/^\/api\/mo\/uni\/tn-A\.json/),
      ]),
    )
    expect(actual_query_path).not.toContain('page')
  })
})

describe('edges', () => {
  const tenantAndBd = { nodes: [tenant(), bd({ primary: true })], post_processors: [only('t.name', 'name')] }

  it.each([
    ['an edge without a kind', {}],
    ['containment', { kind: 'contains' }],
    ['direct containment', { kind: 'contains', depth: 'child' }],
  ])('%s joins the objects below', async (_, parts) => {
    expect(await values({ ...tenantAndBd, edges: [edge('t', 'bd', parts)] })).toEqual([
      'A app',
      'A lost',
      'A web',
      'B bare',
      'B web',
    ])
  })

  it.each([
    ['several levels down', {}, ['A 10.0.2.1/24', 'A 10.0.0.1/24', 'A 10.0.1.1/24', 'B 10.0.0.1/24']],
    ['one level down only when it has to be direct', { depth: 'child' }, []],
  ])('containment reaches %s', async (_, parts, expected) => {
    const drawing = {
      nodes: [tenant(), subnet()],
      edges: [edge('t', 'subnet', parts)],
      post_processors: [only('t.name', 'ip')],
    }

    expect(await values(drawing)).toEqual(expected)
  })

  it.each([
    ['inner join: keep the pairs', {}, ['app prod', 'web prod', 'web lab']],
    [
      'left join: keep objects without a target',
      { join: 'left' },
      ['app prod', 'lost ', 'web prod', 'bare ', 'web lab'],
    ],
  ])('references are joined: %s', async (_, parts, expected) => {
    const drawing = {
      nodes: [bd({ primary: true }), vrf()],
      edges: [edge('bd', 'vrf', { ...TO_VRF, ...parts })],
      post_processors: [only('name', 'vrf.name')],
    }

    expect(await values(drawing)).toEqual(expected)
  })

  it('references, join without: keep objects without a target, and no columns of the target', async () => {
    const found = await rows({
      nodes: [bd({ primary: true }), vrf()],
      edges: [edge('bd', 'vrf', { ...TO_VRF, join: 'without' })],
    })

    expect(found).toEqual([
      { dn: 'uni/tn-A/BD-lost', className: 'fvBD', name: 'lost' },
      { dn: 'uni/tn-B/BD-bare', className: 'fvBD', name: 'bare' },
    ])
  })

  it('references can be drawn from the target', async () => {
    const drawing = {
      nodes: [vrf(), bd({ primary: true })],
      edges: [edge('vrf', 'bd', { ...TO_VRF, join: 'left' })],
      post_processors: [only('vrf.name', 'name')],
    }

    expect((await values(drawing)).sort()).toEqual(['idle ', 'lab web', 'prod app', 'prod web'])
  })

  it('match joins equal values', async () => {
    const drawing = {
      nodes: [bd({ primary: true }), bd({ id: 'other', ...where('dn', 'starts_with', 'uni/tn-B/') })],
      edges: [edge('bd', 'other', { kind: 'match', on: { source: 'name', target: 'name' } })],
      post_processors: [only('dn', 'other.dn')],
    }

    expect(await values(drawing)).toEqual([
      'uni/tn-A/BD-web uni/tn-B/BD-web',
      'uni/tn-B/BD-bare uni/tn-B/BD-bare',
      'uni/tn-B/BD-web uni/tn-B/BD-web',
    ])
  })
})

describe('the primary node', () => {
  const chain = (flags: { t?: boolean; bd?: boolean }) => ({
    nodes: [tenant({ primary: flags.t ?? false }), bd({ primary: flags.bd ?? false }), subnet()],
    edges: [edge('t', 'bd'), { ...edge('bd', 'subnet'), id: 'e2' }],
  })

  it.each([
    ['the only sink', {}, 'fvSubnet', ['t.dn', 'bd.dn']],
    ['the flagged one', { bd: true }, 'fvBD', ['t.dn', 'subnet.dn']],
  ])('is the primary node: %s', async (_, flags, className, others) => {
    const [row] = await rows(chain(flags))

    expect(row).toMatchObject({ className })
    expect(Object.keys(row as object)).toEqual(expect.arrayContaining(['dn', ...others]))
  })

  it('is the first root when there are several sinks', async () => {
    const [row] = await rows({
      nodes: [bd(), vrf(), subnet()],
      edges: [edge('bd', 'vrf', TO_VRF), { ...edge('bd', 'subnet'), id: 'e2' }],
    })

    expect(row).toMatchObject({
      className: 'fvBD',
      dn: 'uni/tn-A/BD-app',
      'vrf.name': 'prod',
      'subnet.ip': '10.0.2.1/24',
    })
  })

  it('is flagged at most once', async () => {
    const answer = await runs.execute(await runs.save(chain({ t: true, bd: true })))

    expect([answer.status, answer.body.errors[0].code]).toEqual([400, 'several_primaries'])
  })

  it('has columns without a prefix, while other nodes prefix theirs with the alias', async () => {
    const [row] = await rows({ nodes: [tenant({ alias: 'Tenant' }), bd()], edges: [edge('t', 'bd')] })

    expect(Object.keys(row as object)).toEqual(['dn', 'className', 'name', 'Tenant.dn', 'Tenant.name'])
  })
})

describe('variables', () => {
  const byName = { nodes: [bd(where('name', 'eq', '{{name=app}}'))], post_processors: [only('dn')] }

  it('take the given value or else their default', async () => {
    expect(await values(byName, { variables: { name: 'lost' } })).toEqual(['uni/tn-A/BD-lost'])
    expect(await values(byName)).toEqual(['uni/tn-A/BD-app'])
  })

  it.each([
    ['in a filter', { nodes: [bd(where('name', 'eq', '{{wanted}}'))] }],
    ['in a scope', { nodes: [bd({ scope_dn: 'uni/tn-{{wanted}}' })] }],
    ['in a step', { nodes: [bd()], post_processors: [step('fill', { columns: ['name'], value: '{{wanted}}' })] }],
  ])('are a 400 that names them when missing %s, and nothing runs', async (_, drawing) => {
    const query = await runs.save(drawing)
    const { requests } = runs.controller.counters

    const answer = await runs.execute(query)

    expect(answer.status).toBe(400)
    expect(answer.body.non_field_errors).toEqual([expect.stringContaining('wanted')])
    expect(answer.body.errors).toMatchObject([{ code: 'missing_variable' }])
    expect(runs.controller.counters.requests).toBe(requests)
    expect((await runs.editor.get(`/api/queries/execution-logs/?saved_query=${query}`)).body.count).toBe(0)
  })

  it.each([
    'x"))',
    '"),eq(fvBD.name,"app"),eq(fvBD.name,"',
    "o'clock",
    'a,b|c',
    '[x](y){z}',
    '100%',
    '%22%29',
    'two\nlines',
    'tab\tand\rreturn',
    'back\\slash',
    '日本 ü 🧵',
    '{{name}}',
    '${name}',
    '$& $1',
    '*',
    '.*',
    'a&query-target=self#x?y=z',
    '\u202eoverride',
  ])('are always values, never syntax: %j finds exactly itself', async (name) => {
    runs.controller.store.add('fvBD', `uni/tn-A/BD-hostile`, { name })

    const found = await rows({ nodes: [bd(where('name', 'eq', '{{name=app}}'))] }, { variables: { name } })
    const contained = await rows({ nodes: [bd(where('name', 'contains', '{{name}}'))] }, { variables: { name } })
    const started = await rows({ nodes: [bd(where('name', 'starts_with', '{{name}}'))] }, { variables: { name } })
    runs.controller.store.delete('uni/tn-A/BD-hostile')

    const hostile = { dn: 'uni/tn-A/BD-hostile', className: 'fvBD', name }
    expect([found, contained, started]).toEqual([[hostile], [hostile], [hostile]])
  })

  it.each(['nul\u0000inside', 'half a pair \ud800'])('are rejected when they are not valid text: %j', async (name) => {
    const answer = await runs.execute(await runs.save({ nodes: [bd(where('name', 'eq', '{{name}}'))] }), {
      variables: { name },
    })

    expect(answer.status).toBe(400)
  })

  it.each(['A/BD-web', 'A]', '[A', 'A/../tn-B', ''])('cannot break out of their place in a scope: %j', async (name) => {
    const answer = await runs.execute(await runs.save({ nodes: [bd({ scope_dn: 'uni/tn-{{name}}' })] }), {
      variables: { name },
    })

    expect(answer.status).toBe(400)
    expect(answer.body.errors).toMatchObject([{ node_id: 'bd', path: 'nodes.0.scope_dn' }])
  })

  it('may be the whole scope', async () => {
    expect(
      await values(
        { nodes: [bd({ scope_dn: '{{dn}}' })], post_processors: [only('name')] },
        { variables: { dn: 'uni/tn-B' } },
      ),
    ).toEqual(['bare', 'web'])
  })

  it('may be lists and numbers', async () => {
    const drawing = {
      nodes: [bd(where('name', 'in', '{{names}}'))],
      post_processors: [step('limit', { count: '{{count}}' }), only('dn')],
    }

    expect(await values(drawing, { variables: { names: ['web', 'bare'], count: 2 } })).toEqual([
      'uni/tn-A/BD-web',
      'uni/tn-B/BD-bare',
    ])
  })

  it.each([[7], ['x'], [['a']], [null]])('must be an object, not %j', async (variables) => {
    const answer = await runs.execute(await runs.save(byName), { variables })

    expect(answer.status).toBe(400)
    expect(answer.body.variables).toHaveLength(1)
  })
})

describe('the body of execute', () => {
  it('can skip the post-processors, even faulty ones', async () => {
    const drawing = { nodes: [bd()], post_processors: [step('limit', { count: 1 }), step('nonsense', {})] }

    const answer = await runs.execute(await runs.save(drawing), { skip_post_processors: true })

    expect(answer.body).toMatchObject({ status: 'success', row_count: 5 })
  })

  it('can name another connection, which the log shows', async () => {
    const other = await startOtherController()
    other.store.add('fvBD', 'uni/tn-C/BD-other', { name: 'other' })
    const connection = await runs.connect({ host: other.url, name: 'other' })

    const reply = await runs.run({ nodes: [bd()] }, { controller_connection: connection.toUpperCase() })

    expect(reply.results).toMatchObject([{ name: 'other' }])
    expect(await runs.log(reply.execution_id)).toMatchObject({ controller_connection: connection })
  })

  it.each([
    ['does not exist', randomUUID()],
    ['is not an id', 'lab'],
  ])('is a 400 on the connection field when the connection %s', async (_, controller_connection) => {
    const answer = await runs.execute(await runs.save({ nodes: [bd()] }), { controller_connection })

    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ controller_connection: [expect.any(String)] })
  })

  it('starts a run that fails when the connection of the query was deleted', async () => {
    const connection = await runs.connect({ name: 'short-lived' })
    const query = await runs.save({ nodes: [bd()] }, connection)
    expect((await runs.app.admin.delete(`${CONNECTIONS}${connection}/`)).status).toBe(204)

    const answer = await runs.execute(query)

    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ status: 'failure', reason: 'unreachable', row_count: 0, results: [] })
    expect(answer.body.error_message).toContain('deleted')
    expect(await runs.log(answer.body.execution_id)).toMatchObject({
      status: 'failure',
      error_message: answer.body.error_message,
    })
  })

  it('is a 404 for a query that does not exist', async () => {
    expect((await runs.execute(randomUUID())).status).toBe(404)
    expect((await runs.execute('17')).status).toBe(404)
  })
})

describe('a query that does not validate', () => {
  const FAULTY = {
    nodes: [bd({ ...where('name', 'eqal', 'x') }), { id: 'nothing' }],
    edges: [edge('bd', 'gone')],
    post_processors: [step('sortt', {}), step('limit', { count: -1 })],
  }

  it('is a 400 with the same errors as validate, and leaves no log', async () => {
    const query = await runs.save(FAULTY)

    const executed = await runs.execute(query)
    const validated = await runs.editor.post(`${QUERIES}${query}/validate/`, {})

    expect(executed.status).toBe(400)
    expect(validated.status).toBe(200)
    expect(executed.body.errors).toEqual(validated.body.errors)
    expect(executed.body.non_field_errors).toEqual(
      validated.body.errors.map(({ message }: { message: string }) => message),
    )
    expect(validated.body).toMatchObject({ valid: false, plan: null })
    expect(validated.body.errors.map(({ code }: { code: string }) => code)).toEqual(
      expect.arrayContaining([
        'unknown_operator',
        'missing_class',
        'edge_endpoint_missing',
        'unknown_post_processor',
        'bad_post_processor_config',
      ]),
    )
    expect((await runs.editor.get(`/api/queries/execution-logs/?saved_query=${query}`)).body.count).toBe(0)
  })

  it.each([
    ['an empty canvas', { nodes: [] }, 'empty_canvas'],
    ['disconnected parts', { nodes: [bd(), vrf()] }, 'disconnected_graph'],
    [
      'a cycle',
      { nodes: [bd(), vrf()], edges: [edge('bd', 'vrf', TO_VRF), { ...edge('vrf', 'bd', TO_VRF), id: 'e2' }] },
      'cyclic_graph',
    ],
    ['an edge to itself', { nodes: [bd()], edges: [edge('bd', 'bd')] }, 'self_edge'],
    ['a repeated id', { nodes: [bd(), bd()] }, 'duplicate_node_id'],
    [
      'a missing column',
      {
        nodes: [tenant(), bd({ primary: true })],
        edges: [edge('t', 'bd')],
        post_processors: [only('nmae'), step('sort', { by: [{ column: 'name' }] })],
      },
      'unknown_column',
    ],
  ])('is rejected with the error code of %s', async (_, drawing, code) => {
    const answer = await runs.execute(await runs.save(drawing))

    expect(answer.status).toBe(400)
    expect(answer.body.errors.map((error: { code: string }) => error.code)).toContain(code)
  })
})

describe('validate', () => {
  const validate = async (drawing: Drawing, body: object = {}) =>
    (await runs.editor.post(`${QUERIES}${await runs.save(drawing)}/validate/`, body)).body

  it('explains the plan of a valid query without querying the controller', async () => {
    const { requests } = runs.controller.counters

    const reply = await validate({
      nodes: [tenant(where('name', 'eq', 'A')), bd()],
      edges: [edge('t', 'bd')],
      post_processors: [step('limit', { count: 3 })],
    })

    expect(reply).toMatchObject({ valid: true, errors: [] })
    expect(reply.plan.text.split('\n')).toHaveLength(reply.plan.steps.length)
    expect(reply.plan.steps.map(({ step: kind }: { step: string }) => kind)).toEqual([
      'fetch',
      'fetch',
      'join',
      'rows',
      'post_processor',
    ])
    expect(runs.controller.counters.requests).toBe(requests)
  })

  it('gives warnings that do not make a query invalid', async () => {
    const { valid, warnings } = await validate({
      nodes: [{ id: 'f', class_name: 'faultInst', ...where('descr', 'matches', '^Port') }],
    })

    expect(valid).toBe(true)
    expect(warnings.map(({ code }: { code: string }) => code)).toEqual(
      expect.arrayContaining(['mim_not_installed', 'local_filter']),
    )
  })

  it('suggests similar spellings', async () => {
    const { errors } = await validate({
      nodes: [bd()],
      post_processors: [step('sortt', {}), step('select', { columns: ['nmae'] })],
    })

    expect(errors).toMatchObject([
      { code: 'unknown_post_processor', suggestions: ['sort'], step_id: 'sortt' },
      ...errors.slice(1),
    ])
  })

  it('reports only variables without a value', async () => {
    const drawing = { nodes: [bd(where('name', 'eq', '{{name}}'))] }

    expect((await validate(drawing)).errors).toMatchObject([
      { code: 'missing_variable', node_id: 'bd', path: 'nodes.0.filters.0.value' },
    ])
    expect(await validate(drawing, { variables: { name: 'x' } })).toMatchObject({ valid: true })
  })
})

describe('a lookup step', () => {
  const saveLookup = (saved_query: unknown, config: object = {}, parts: object = {}) =>
    runs.save({
      nodes: [bd()],
      post_processors: [step('lookup', { saved_query, on: { name: 'name' }, columns: ['mtu'], ...config }, parts)],
    })

  it('joins the rows of another query by its columns', async () => {
    const mtus = await runs.save({ nodes: [bd({ properties: ['name', 'mtu'], scope_dn: 'uni/tn-B' })] })

    const { body } = await runs.execute(await saveLookup(mtus, { prefix: 'B' }))

    expect(body).toMatchObject({ status: 'success', row_count: 3, columns: ['dn', 'className', 'name', 'B.mtu'] })
    expect(body.results.map((row: Record<string, string>) => [row.dn, row['B.mtu']])).toEqual([
      ['uni/tn-A/BD-web', '9000'],
      ['uni/tn-B/BD-bare', '1500'],
      ['uni/tn-B/BD-web', '9000'],
    ])
    expect(body.actual_query_path.split('\n')).toHaveLength(2)
  })

  it.each([
    ['has no id', { id: undefined }],
    ['has the id of an object method', { id: 'constructor' }],
    ['has an id that is special in JavaScript', { id: '__proto__' }],
  ])('works when its step %s', async (_, parts) => {
    const mtus = await runs.save({ nodes: [bd({ properties: ['name', 'mtu'] })] })

    expect((await runs.execute(await saveLookup(mtus, {}, parts))).body).toMatchObject({
      status: 'success',
      error_message: null,
    })
  })

  it('takes the query from a variable', async () => {
    const mtus = await runs.save({ nodes: [bd({ properties: ['name', 'mtu'] })] })

    const { body } = await runs.execute(await saveLookup('{{query}}'), { variables: { query: mtus } })

    expect(body).toMatchObject({ status: 'success', row_count: 7 })
  })

  it('passes variables on to the query it reads', async () => {
    const mtus = await runs.save({ nodes: [bd({ properties: ['name', 'mtu'], scope_dn: 'uni/tn-{{tenant}}' })] })
    const query = await saveLookup(mtus)

    expect((await runs.execute(query, { variables: { tenant: 'A' } })).body.row_count).toBe(4)
    expect((await runs.execute(query)).body.errors).toMatchObject([
      { step_id: 'lookup', message: expect.stringContaining('tenant') },
    ])
  })

  it.each([
    ['a missing query', randomUUID()],
    ['something that is not an id', 'mtus'],
    ['an empty text', ''],
    ['a number', 7],
  ])('a lookup into %s is rejected', async (_, saved) => {
    const answer = await runs.execute(await saveLookup(saved))

    expect(answer.status).toBe(400)
    expect(answer.body.errors).toMatchObject([{ code: 'bad_post_processor_config', step_id: 'lookup' }])
  })

  it('that leads back to its own query is rejected', async () => {
    const query = await runs.save({ nodes: [bd()] })
    await runs.editor.patch(`${QUERIES}${query}/`, {
      post_processors: [step('lookup', { saved_query: await saveLookup(query), on: { name: 'name' } })],
    })

    const answer = await runs.execute(query)

    expect(answer.status).toBe(400)
    expect(answer.body.errors[0]).toMatchObject({
      code: 'bad_post_processor_config',
      message: expect.stringContaining('leads back'),
    })
  })

  it('can be nested three deep, not four', async () => {
    let query = await runs.save({ nodes: [bd({ properties: ['name', 'mtu'] })] })
    for (let depth = 1; depth <= 3; depth++) query = await saveLookup(query)
    const deepest = await runs.execute(query)
    const tooDeep = await runs.execute(await saveLookup(query))

    expect(deepest.body).toMatchObject({ status: 'success' })
    expect(tooDeep.status).toBe(400)
    expect(tooDeep.body.non_field_errors).toEqual([expect.stringContaining('3 deep')])
  })

  it('is too large with more than 20 lookups below it, counted once per path', async () => {
    const many = (saved_query: string, count: number) =>
      runs.save({
        nodes: [bd()],
        post_processors: Array.from({ length: count }, (_, index) => ({
          ...step('lookup', { saved_query, on: { name: 'name' }, columns: ['mtu'], prefix: `p${index}` }),
          id: `l${index}`,
        })),
      })
    const mtus = await runs.save({ nodes: [bd({ properties: ['name', 'mtu'] })] })
    const validated = async (query: string) => (await runs.editor.post(`${QUERIES}${query}/validate/`, {})).body

    expect(await validated(await many(mtus, 20))).toMatchObject({ valid: true })
    const tooLarge = { code: 'too_large', message: expect.stringContaining('more than 20 lookups') }
    expect(await validated(await many(mtus, 21))).toMatchObject({ valid: false, errors: [tooLarge], plan: null })
    const { status, body } = await runs.execute(await many(await many(mtus, 5), 4))
    expect([status, body.errors]).toEqual([400, [tooLarge]])
  })

  it('reads the connection of the run, and the plan says so', async () => {
    const other = await startOtherController()
    other.store.add('fvBD', 'uni/tn-Z/BD-web', { name: 'web', mtu: '1234' })
    const elsewhere = await runs.connect({ name: 'elsewhere', host: other.url })
    const mtus = await runs.save({ name: 'mtus', nodes: [bd({ properties: ['name', 'mtu'] })] })
    const found = async (connection?: string) => {
      const { body } = await runs.execute(await saveLookup(mtus, { ...(connection && { connection }) }), {
        controller_connection: elsewhere,
      })
      return [body.results.map(({ mtu }: Record<string, string>) => mtu), body.generated_query.split('\n').at(-1)]
    }

    expect(await found()).toEqual([['1234'], expect.stringContaining('lookup in "mtus" on the connection of the run')])
    expect(await found('same')).toEqual([['1234'], expect.stringContaining('on the connection of the run')])
    expect(await found('own')).toEqual([
      ['9000', '9000'],
      expect.stringContaining('lookup in "mtus" on its own connection "lab"'),
    ])
  })

  it('sends no request when it is disabled', async () => {
    expect((await runs.execute(await saveLookup(randomUUID(), {}, { enabled: false }))).body).toMatchObject({
      status: 'success',
      row_count: 5,
    })
  })
})

describe('a post-processor step', () => {
  it.each(['constructor', 'toString', '__proto__'])('can have the id %s', async (id) => {
    const reply = await runs.run({ nodes: [bd()], post_processors: [{ ...step('limit', { count: 2 }), id }] })

    expect(reply).toMatchObject({ status: 'success', row_count: 2 })
  })
})

describe('a result above 10,000 rows', () => {
  it('is truncated in the reply and in the log, but counted in full', async () => {
    const many = await startOtherController()
    for (let number = 0; number < 10_250; number++)
      many.store.add('fvBD', `uni/tn-M/BD-${number}`, { name: String(number) })
    const connection = await runs.connect({ host: many.url, name: 'many' })

    const reply = await runs.run({ nodes: [bd()] }, {}, connection)
    const log = await runs.log(reply.execution_id)

    expect([reply.row_count, reply.results.length, reply.results_truncated]).toEqual([10_250, 10_000, true])
    expect([log.row_count, log.results.length, log.results_truncated]).toEqual([10_250, 10_000, true])
    const all = await runs.editor.get(`/api/queries/execution-logs/${reply.execution_id}/results/?format=ndjson`)
    expect(all.text.trimEnd().split('\n')).toHaveLength(10_250)
  })
})
