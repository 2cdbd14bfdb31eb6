import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../testing/manual-clock.ts'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { type Drawing, QUERIES, type Runs, startRuns } from '../../testing/start-runs.ts'

const clock = createManualClock('2026-03-02T09:00:00Z')
const RECORDS = {
  old: '2026-03-01T20:30:00.000+12:00',
  eve: '2026-03-01T01:05:00.000-08:00',
  new: '2026-03-02T08:00:00.000+00:00',
}
let runs: Runs
beforeAll(async () => {
  runs = await startRuns({ clock })
  const { store } = runs.controller
  addSmallFabric(store)
  store.add('l3extOut', 'uni/tn-A/out-wan', { name: 'wan', descr: 'to the world' })
  store.add('l3extOut', 'uni/tn-B/out-web', { name: 'web' })
  for (const [id, created] of Object.entries(RECORDS)) {
    store.add('aaaModLR', `subj-[uni]/mod-${id}`, { id, created, user: id === 'eve' ? 'eve' : 'admin' })
    store.add('faultRecord', `subj-[uni]/fr-${id}`, { id, created })
    store.add('faultInst', `uni/tn-A/BD-${id === 'old' ? 'web' : id === 'eve' ? 'app' : 'lost'}/fault-F1`, {
      code: 'F1',
      created,
    })
  }
})
afterAll(() => runs.stop())

const union = (class_names: readonly string[], parts: object = {}) => ({ id: 'u', class_names, ...parts })
const where = (property: string, operator: string, value?: unknown) => ({ filters: [{ property, operator, value }] })
const ran = async (drawing: Drawing, body: object = {}) => {
  const reply = await runs.run(drawing, body)
  expect(reply).toMatchObject({ error_message: null })
  return reply
}
const pick = async (drawing: Drawing, ...columns: readonly string[]): Promise<unknown[]> =>
  (await ran(drawing)).results.map((row: Record<string, unknown>) => columns.map((column) => row[column]))

describe('a union', () => {
  it('has the rows of all its classes, in the order of the DNs, and tells the class', async () => {
    const { results, actual_query_path, warnings } = await ran({ nodes: [union(['fvCtx', 'l3extOut'])] })

    expect(
      results.map((row: Record<string, unknown>) => [
        row['dn'],
        row['className'],
        row['enforceRtctrl'],
        row['pcEnfPref'],
      ]),
    ).toEqual([
      ['uni/tn-A/ctx-idle', 'fvCtx', null, 'enforced'],
      ['uni/tn-A/ctx-prod', 'fvCtx', null, 'enforced'],
      ['uni/tn-A/out-wan', 'l3extOut', 'export', null],
      ['uni/tn-B/ctx-lab', 'fvCtx', null, 'enforced'],
      ['uni/tn-B/out-web', 'l3extOut', 'export', null],
    ])
    expect(actual_query_path.split('\n')).toEqual([
      '/api/class/fvCtx.json?order-by=fvCtx.dn',
      '/api/class/l3extOut.json?order-by=l3extOut.dn',
    ])
    expect(warnings).toEqual([])
  })

  it('has each object once, also of a class and its ancestor', async () => {
    expect(
      await pick(
        { nodes: [union(['faultInfo', 'faultInst', 'faultInst'], { scope_dn: 'uni/tn-A' })] },
        'dn',
        'className',
      ),
    ).toEqual([
      ['uni/tn-A/BD-app/fault-F1', 'faultInst'],
      ['uni/tn-A/BD-lost/fault-F1', 'faultInst'],
      ['uni/tn-A/BD-web/fault-F1', 'faultInst'],
    ])
  })

  it('asks for all classes at once below a scope', async () => {
    const { results, actual_query_path } = await ran({
      nodes: [union(['fvCtx', 'l3extOut'], { scope_dn: 'uni/tn-{{tenant=A}}' })],
    })

    expect(results).toHaveLength(3)
    expect(actual_query_path).toBe(
      '/api/mo/uni/tn-A.json?query-target=subtree&target-subtree-class=fvCtx,l3extOut&order-by=fvCtx.dn,l3extOut.dn',
    )
  })

  it.each([
    ['a filter', where('name', 'eq', 'web'), ['uni/tn-A/BD-web', 'uni/tn-B/BD-web', 'uni/tn-B/out-web']],
    ['a filter on what one class lacks', where('arpFlood', 'eq', 'yes'), ['uni/tn-B/BD-bare']],
    [
      'a filter that what is lacking passes',
      where('arpFlood', 'ne', 'no'),
      ['uni/tn-A/out-wan', 'uni/tn-B/BD-bare', 'uni/tn-B/out-web'],
    ],
    [
      'a filter in a scope',
      { ...where('name', 'starts_with', 'w'), scope_dn: 'uni/tn-A' },
      ['uni/tn-A/BD-web', 'uni/tn-A/out-wan'],
    ],
  ])('applies %s', async (_, parts, expected) => {
    expect(await pick({ nodes: [union(['fvBD', 'l3extOut'], parts)] }, 'dn')).toEqual(expected.map((dn) => [dn]))
  })

  it('is joined like a class, and tells the class in a column of its own', async () => {
    const nodes = [
      { id: 't', class_name: 'fvTenant', primary: true, ...where('name', 'eq', 'A') },
      union(['fvBD', 'l3extOut'], { alias: 'part' }),
    ]
    const edges = [{ id: 'e', source: 't', target: 'u' }]

    expect((await pick({ nodes, edges }, 'name', 'part.className', 'part.name')).sort()).toEqual([
      ['A', 'fvBD', 'app'],
      ['A', 'fvBD', 'lost'],
      ['A', 'fvBD', 'web'],
      ['A', 'l3extOut', 'wan'],
    ])
  })

  it('joins nothing for a class that lacks the relation', async () => {
    const nodes = [union(['fvBD', 'l3extOut'], { primary: true }), { id: 'v', class_name: 'fvCtx' }]
    const edge = { id: 'e', source: 'u', target: 'v', kind: 'references', through: 'fvRsCtx' }

    expect(await pick({ nodes, edges: [edge] }, 'dn', 'v.name')).toEqual([
      ['uni/tn-A/BD-app', 'prod'],
      ['uni/tn-A/BD-web', 'prod'],
      ['uni/tn-B/BD-web', 'lab'],
    ])
    expect(await pick({ nodes, edges: [{ ...edge, join: 'without' }] }, 'dn')).toEqual([
      ['uni/tn-A/BD-lost'],
      ['uni/tn-A/out-wan'],
      ['uni/tn-B/BD-bare'],
      ['uni/tn-B/out-web'],
    ])
  })

  it('is one stage, named for all its classes', async () => {
    const { execution_id } = await ran({ nodes: [union(['fvCtx', 'l3extOut'])] })
    const { pipeline_execution } = await runs.log(execution_id)
    const { stages } = (await runs.editor.get(`/api/queries/pipeline-executions/${pipeline_execution}/`)).body

    expect(stages).toMatchObject([{ name: 'fvCtx, l3extOut', type: 'fetch', node_id: 'u', output_rows: 5 }])
  })

  it('can be looked up', async () => {
    const other = await runs.save({ nodes: [union(['fvCtx', 'l3extOut'], { properties: ['name'] })] })
    const lookup = { saved_query: other, on: { name: 'name' }, columns: ['className'], prefix: 'found' }
    const drawing = {
      nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name'], scope_dn: 'uni/tn-B' }],
      post_processors: [{ id: 'l', type: 'lookup', config: lookup }],
    }

    expect(await pick(drawing, 'name', 'found.className')).toEqual([['web', 'l3extOut']])
  })

  it('names the class that fails', async () => {
    const { error_message } = await runs.run({ nodes: [union(['fvCtx', 'xyzUnheard'])] })

    expect(error_message).toContain('xyzUnheard')
  })

  it('is refused with all its faults', async () => {
    const id = await runs.save({
      nodes: [{ id: 'u', class_name: 'fvBD', class_names: ['fvCtx', 'no class'], time_range: { from: 'x' } }],
    })
    const { body } = await runs.editor.post(`${QUERIES}${id}/validate/`, {})

    const paths = body.errors.map(({ path }: { path: string }) => path)
    expect(paths.sort()).toEqual(['nodes.0.class_names', 'nodes.0.class_names.1', 'nodes.0.time_range.from'])
  })
})

describe('a range of time', () => {
  const records = (time_range: object, parts: object = { class_name: 'aaaModLR' }) => ({
    nodes: [{ id: 'r', time_range, ...parts }],
  })

  it.each<[object, readonly string[]]>([
    [{ from: '{{now-24h}}' }, ['eve', 'new']],
    [{ from: '{{now-24h}}', to: '{{now-2h}}' }, ['eve']],
    [{ to: '{{now-1d}}' }, ['old']],
    [{ from: '2026-03-01T09:05:00Z', to: '2026-03-01T09:05:00Z' }, ['eve']],
    [{ from: '2026-03-02' }, ['new']],
    [{ from: '{{now}}' }, []],
  ])('%j finds the records %j, whatever their offsets', async (range, expected) => {
    expect(await pick(records(range), 'id')).toEqual(expected.map((id) => [id]))
  })

  it('is asked of the controller as its own range, a day wider', async () => {
    const { actual_query_path, generated_query, warnings } = await ran(records({ from: '{{now-24h}}', to: '{{now}}' }))

    expect(actual_query_path).toBe(
      '/api/class/aaaModLR.json?time-range=2026-02-28T09:00:00|2026-03-03T09:00:00&order-by=aaaModLR.dn',
    )
    expect(generated_query).toContain('of the time 2026-02-28T09:00:00|2026-03-03T09:00:00')
    expect(warnings).toEqual([])
  })

  it('takes variables, and counts what it reads in the background', async () => {
    const drawing = records({ from: '{{start}}' })

    expect((await ran(drawing, { variables: { start: '2026-03-02T00:00:00Z' } })).results).toHaveLength(1)
    expect((await runs.execute(await runs.save(drawing))).status).toBe(400)
  })

  it('is a filter on the creation where there is no history', async () => {
    const drawing = records({ from: '{{now-24h}}' }, { class_name: 'faultInst', properties: ['created'] })
    const reply = await ran(drawing)
    const { body } = await runs.editor.post(`${QUERIES}${await runs.save(drawing)}/validate/`, {})

    expect(reply.results.map(({ created }: { created: string }) => created)).toEqual([RECORDS.eve, RECORDS.new])
    expect(reply.actual_query_path).toContain('ge(faultInst.created,"2026-02-28T09:00:00")')
    expect(body.warnings).toContainEqual(expect.objectContaining({ code: 'no_history', path: 'nodes.0.time_range' }))
  })

  it('limits a union too', async () => {
    expect(
      await pick(records({ from: '{{now-2h}}' }, { class_names: ['aaaModLR', 'faultRecord'] }), 'dn', 'className'),
    ).toEqual([
      ['subj-[uni]/fr-new', 'faultRecord'],
      ['subj-[uni]/mod-new', 'aaaModLR'],
    ])
  })
})
