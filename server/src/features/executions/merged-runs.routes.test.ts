import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ControllerSimulator, startController } from '@heddle/simulators/controller/start-controller.ts'
import { backgroundOf, soon } from '../../testing/executions/background.ts'
import { LOGS, QUERIES, type Drawing, type Runs, startRuns } from '../../testing/start-runs.ts'

const CAPTURE = '/api/history/capture/'
const BD = { id: 'bd', class_name: 'fvBD', properties: ['name'] }
const CTX = { id: 'ctx', class_name: 'fvCtx', alias: 'VRF', properties: ['name'] }
const BDS: Drawing = { nodes: [BD] }
const step = (type: string, config: object) => ({ id: type, type, config })

let runs: Runs
let other: ControllerSimulator
/** Named so that the order of names differs from that of the ids given. */
const ids = { west: '', east: '', dead: '', refusing: '' }

beforeAll(async () => {
  runs = await startRuns()
  other = await startController()
  const account = {
    west: {},
    east: { host: other.url },
    dead: { host: 'http://127.0.0.1:1' },
    refusing: { password: 'wrong' },
  }
  for (const name of ['west', 'east', 'dead', 'refusing'] as const)
    ids[name] = await runs.connect({ name, ...account[name] })
  for (const { store } of [runs.controller, other]) store.add('fvTenant', 'uni/tn-A', { name: 'A' })
  addBridgeDomain(runs.controller, 'web', 'prod')
  addBridgeDomain(runs.controller, 'app', 'prod')
  addBridgeDomain(other, 'web', 'lab')
  runs.controller.store.add('fvCtx', 'uni/tn-A/ctx-prod', { name: 'prod' })
  // A target that only the other fabric has.
  runs.controller.store.add('fvCtx', 'uni/tn-A/ctx-lab', { name: 'lab of west' })
})
afterAll(async () => {
  await runs.stop()
  await other.close()
})

function addBridgeDomain({ store }: ControllerSimulator, name: string, vrf: string): void {
  store.add('fvBD', `uni/tn-A/BD-${name}`, { name })
  store.add('fvRsCtx', `uni/tn-A/BD-${name}/rsctx`, {
    tnFvCtxName: vrf,
    tCl: 'fvCtx',
    tDn: `uni/tn-A/ctx-${vrf}`,
    state: 'formed',
  })
}

const both = (more: object = {}) => ({ controller_connections: [ids.west, ids.east], merge: true, ...more })
const shown = (rows: readonly Record<string, unknown>[]) =>
  rows.map((row) => `${String(row['name'])} ${String(row['@controller'])}`)
const fieldsOf = (body: Record<string, unknown>) => Object.keys(body).sort()

describe('a merged run', () => {
  it('puts the rows of all connections together, in the order of the DN, then of the name', async () => {
    const reply = await runs.run(BDS, both())

    expect(reply).toMatchObject({
      status: 'success',
      warnings: [],
      columns: ['dn', 'className', '@controller', 'name'],
      row_count: 3,
    })
    expect(shown(reply.results)).toEqual(['app west', 'web east', 'web west'])
  })

  it('of one connection has the column too, one without merge does not', async () => {
    const [one, plain] = [{ controller_connections: [ids.east], merge: true }, { controller_connections: [ids.east] }]

    expect((await runs.run(BDS, one)).results).toEqual([
      { dn: 'uni/tn-A/BD-web', className: 'fvBD', '@controller': 'east', name: 'web' },
    ])
    expect((await runs.run(BDS, plain)).results).toEqual([{ dn: 'uni/tn-A/BD-web', className: 'fvBD', name: 'web' }])
  })

  it('joins on each controller, never across them', async () => {
    const drawing = {
      nodes: [{ ...BD, primary: true }, CTX],
      edges: [{ id: 'e', source: 'bd', target: 'ctx', kind: 'references', through: 'fvRsCtx' }],
    }

    expect(shown((await runs.run(drawing, both())).results)).toEqual(['app west', 'web west'])
  })

  it('applies the steps to the rows of all, which may read the column', async () => {
    const steps = (...post_processors: object[]) => ({ ...BDS, post_processors })
    const group = step('group', { by: ['@controller'], aggregates: [{ function: 'count', as: 'bds' }] })

    expect((await runs.run(steps(group), both())).results).toEqual([
      { '@controller': 'west', bds: 2 },
      { '@controller': 'east', bds: 1 },
    ])
    const east = step('filter', { filters: [{ property: '@controller', operator: 'eq', value: 'east' }] })
    expect(shown((await runs.run(steps(east, step('limit', { count: 1 })), both())).results)).toEqual(['web east'])
    const where = step('compute', { column: 'where', expression: 'name + "@" + row["@controller"]' })
    expect((await runs.run(steps(where), both())).results.map((row: Record<string, unknown>) => row['where'])).toEqual([
      'app@west',
      'web@east',
      'web@west',
    ])
    expect(shown((await runs.run(steps(step('limit', { count: 2 })), both())).results)).toEqual([
      'app west',
      'web east',
    ])
  })

  it('is validated with the column, which no other run has', async () => {
    const query = await runs.save({ ...BDS, post_processors: [step('select', { columns: ['@controller', 'name'] })] })
    const validate = async (body: object) => (await runs.editor.post(`${QUERIES}${query}/validate/`, body)).body

    expect(await validate(both())).toMatchObject({
      valid: true,
      errors: [],
      plan: { text: expect.stringContaining('west, east') },
    })
    expect(await validate({})).toMatchObject({ valid: false, errors: [{ code: 'unknown_column' }] })
    expect(fieldsOf(await validate({ controller_connections: [ids.west, ids.east] }))).toEqual(['merge'])
  })

  it('has a log with the ids in the order given, which each of them finds', async () => {
    const query = await runs.save(BDS)
    const { execution_id: id } = (await runs.execute(query, both())).body

    expect(await runs.log(id)).toMatchObject({
      controller_connection: null,
      controller_connections: [ids.west, ids.east],
    })
    for (const [connection, found] of [
      [ids.west, [id]],
      [ids.east, [id]],
      [ids.dead, []],
    ] as const) {
      const { results } = (await runs.editor.get(`${LOGS}?saved_query=${query}&controller_connection=${connection}`))
        .body
      expect(results.map((log: { id: string }) => log.id)).toEqual(found)
    }
  })

  it('is exported with the column', async () => {
    const { execution_id: id } = await runs.run(BDS, both())

    expect((await runs.editor.get(`${LOGS}${id}/results/`)).text.split('\r\n').slice(0, 2)).toEqual([
      // As every cell that a spreadsheet could take for a formula.
      "dn,className,'@controller,name",
      'uni/tn-A/BD-app,fvBD,west,app',
    ])
  })

  it('tells connections with the same name apart by their ids', async () => {
    const twin = await runs.connect({ name: 'east', host: other.url })

    const { results } = await runs.run(BDS, { controller_connections: [ids.east, twin], merge: true })

    expect(shown(results).sort()).toEqual([`web east ${ids.east}`, `web east ${twin}`].sort())
  })
})

describe('a choice of connections', () => {
  const nobody = '0b0e7f0e-6b1a-4a53-9d3f-111111111111'
  const noOne = '0b0e7f0e-6b1a-4a53-9d3f-222222222222'

  it.each<[string, (own: typeof ids) => object, string[]]>([
    ['several without merge', ({ west, east }) => ({ controller_connections: [west, east] }), ['merge']],
    [
      'one beside several',
      ({ west, east }) => ({ controller_connection: west, controller_connections: [east] }),
      ['controller_connection'],
    ],
    [
      'one twice',
      ({ west }) => ({ controller_connections: [west, west.toUpperCase()], merge: true }),
      ['controller_connections'],
    ],
    ['none to merge', () => ({ merge: true }), ['controller_connections']],
    ['an empty list', () => ({ controller_connections: [], merge: true }), ['controller_connections']],
    [
      'partial without merge',
      ({ west }) => ({ controller_connections: [west], allow_partial: true }),
      ['allow_partial'],
    ],
  ])('%s is a 400', async (_, choose, fields) => {
    const query = await runs.save(BDS)

    for (const route of ['execute', 'execute_background', 'validate']) {
      const { status, body } = await runs.editor.post(`${QUERIES}${query}/${route}/`, choose(ids))
      expect([route, status, fieldsOf(body)]).toEqual([route, 400, fields])
    }
    const { status, body } = await runs.editor.post(CAPTURE, { saved_query: query, ...choose(ids) })
    expect([status, fieldsOf(body)]).toEqual([400, fields])
  })

  it('lists all that do not exist', async () => {
    const { status, body } = await runs.execute(await runs.save(BDS), {
      controller_connections: [nobody, ids.west, noOne],
      merge: true,
    })

    expect([status, body]).toEqual([
      400,
      { controller_connections: [`Connection ${nobody} does not exist.`, `Connection ${noOne} does not exist.`] },
    ])
  })
})

describe('a connection that fails', () => {
  it.each([
    ['dead', 'unreachable'],
    ['refusing', 'login_failed'],
  ] as const)('(%s) fails the run and is named', async (name, reason) => {
    const reply = await runs.run(BDS, { controller_connections: [ids.west, ids[name]], merge: true })

    expect(reply).toMatchObject({
      status: 'failure',
      reason,
      row_count: 0,
      error_message: expect.stringMatching(`^Connection "${name}": `),
    })
  })

  it('is a warning when the result may be partial, and the other rows are returned', async () => {
    const reply = await runs.run(BDS, {
      controller_connections: [ids.dead, ids.west, ids.refusing, ids.east],
      merge: true,
      allow_partial: true,
    })

    expect(shown(reply.results)).toEqual(['app west', 'web east', 'web west'])
    expect(reply).toMatchObject({ status: 'success', error_message: null })
    expect(reply.warnings).toEqual([
      expect.stringMatching(/^partial_result: Connection "dead": /),
      expect.stringMatching(/^partial_result: Connection "refusing": /),
    ])
  })

  it('shows in its stages, and no stage of another connection does', async () => {
    const background = backgroundOf(runs)
    const { execution_id: id } = await runs.run(BDS, {
      controller_connections: [ids.dead, ids.west],
      merge: true,
      allow_partial: true,
    })

    expect((await background.pipelineOf(id)).stages).toMatchObject([
      { name: 'fvBD', node_id: 'bd', connection: 'dead', status: 'failure' },
      { name: 'fvBD', node_id: 'bd', connection: 'west', status: 'success', output_rows: 2 },
    ])
  })

  it('fails the run when all of them do', async () => {
    const reply = await runs.run(BDS, {
      controller_connections: [ids.dead, ids.refusing],
      merge: true,
      allow_partial: true,
    })

    expect(reply).toMatchObject({
      status: 'failure',
      error_message: expect.stringMatching(/Connection "dead": .*Connection "refusing": /),
    })
  })

  it('makes a result that is never captured', async () => {
    const query = await runs.save(BDS)
    const partial = { controller_connections: [ids.dead, ids.west], merge: true, allow_partial: true }
    const { execution_id: execution } = (await runs.execute(query, partial)).body

    const asked = await runs.editor.post(CAPTURE, { saved_query: query, ...partial })
    const later = await runs.editor.post(CAPTURE, { execution })

    expect([asked.status, asked.body['non_field_errors']]).toEqual([400, [expect.stringContaining('partial')]])
    expect([later.status, later.body]).toEqual([400, { execution: [expect.stringContaining('partial')] }])
  })

  it('has no details in the log for those who may not read rows', async () => {
    const { execution_id: id } = await runs.run(BDS, {
      controller_connections: [ids.dead, ids.west],
      merge: true,
      allow_partial: true,
    })

    const { warnings } = await runs.log(id, await runs.app.userOf('viewer'))

    expect(warnings).toEqual([expect.stringMatching(/^partial_result: Connection …: /)])
  })
})

describe('a merged background run', () => {
  it('is stored with its connections, and sends one frame of each kind per node, live and later', async () => {
    const background = backgroundOf(runs)
    const id = await background.start(await runs.save(BDS), both())
    await background.ended(id)

    const later = await background.listen(id)
    await later.closed

    expect(await runs.log(id)).toMatchObject({
      status: 'success',
      row_count: 3,
      controller_connections: [ids.west, ids.east],
    })
    // A run that takes long, on a busy machine, also says how far it is.
    const frames = later.frames.filter(({ type }) => type !== 'node_progress')
    expect(frames.map(({ type }) => type)).toEqual(['node_start', 'node_result', 'node_complete', 'execution_complete'])
    expect(frames[1]).toEqual({ type: 'node_result', data: { node_id: 'bd', row_count: 3 } })
  })

  it('fails when one of its connections was deleted, and names it', async () => {
    const gone = await runs.connect({ name: 'gone' })
    const merged = { controller_connections: [ids.east, gone], merge: true }
    await runs.editor.patch('/api/queries/task-settings/', { max_concurrent_background: 1 })
    const background = backgroundOf(runs)
    const fault = runs.controller.faults.add({ kind: 'hang', path: 'fvBD' })
    const held = await background.start(await runs.save(BDS, ids.west), {})
    await soon(() => fault.struck).toBeGreaterThan(0)
    const waiting = await background.start(await runs.save(BDS), merged)
    await runs.app.admin.delete(`/api/controller/connections/${gone}/`)
    fault.remove()
    await background.cancel(held)

    const { status, error_message } = await background.ended(waiting)

    // By its id, or by its name if the run was prepared before.
    expect([status, error_message]).toEqual([
      'failure',
      expect.stringMatching(new RegExp(`(${gone}|"gone").* was deleted`)),
    ])
  })
})
