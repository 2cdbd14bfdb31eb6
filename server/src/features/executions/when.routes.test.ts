import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backgroundOf, soon } from '../../testing/executions/background.ts'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { QUERIES, type Runs, startOtherController, startRuns } from '../../testing/start-runs.ts'

let runs: Runs
beforeAll(async () => {
  runs = await startRuns()
  addSmallFabric(runs.controller.store)
})
afterAll(() => runs.stop())

const TENANTS = { nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }] }
const save = (when: string | null, others: object = {}) =>
  runs.save({ ...TENANTS, expect: { rows: { max: 0 } }, when, ...others } as never)
const execute = async (id: string, body: object = {}) => (await runs.execute(id, body)).body
const check = async (body: object) => {
  const { id } = (await runs.editor.post('/api/queries/checks/', body)).body
  const read = async () => (await runs.editor.get(`/api/queries/checks/${id}/`)).body
  await soon(async () => (await read()).status).toBe('finished')
  return read()
}
const readsOf = (className: string) => runs.controller.requests.filter(({ path }) => path.includes(className)).length

describe('a query with a condition', () => {
  it('is judged where the condition is true', async () => {
    const id = await save('has_class("fvTenant") && fabric.leafs >= 0')

    expect((await execute(id)).expectation).toMatchObject({ status: 'failed', findings: 2 })
  })

  it('is not applicable where it is not, and reads its rows all the same', async () => {
    const id = await save('!has_class("fvTenant")')

    const run = await execute(id)

    expect(run).toMatchObject({ status: 'success', row_count: 2 })
    expect(run.expectation).toEqual({
      status: 'not_applicable',
      reason: '`!has_class("fvTenant")` is not true here (has_class("fvTenant") is true)',
      findings: 0,
      failing_rows: [],
    })
  })

  it('is not judged where nobody can tell, which a warning says', async () => {
    const id = await save('version(fabric.highest_switch) > version("5.0(1a)")')

    const run = await execute(id)

    expect([run.status, run.expectation]).toEqual(['success', null])
    expect(run.warnings).toEqual([expect.stringContaining('fabric.highest_switch is not known')])
  })

  it('sees the values of its parameters', async () => {
    const parameters = [{ name: 'zone', label: 'Zone', type: 'text', required: false, default: 'a' }]
    const id = await save('params.zone == "a"', { parameters })

    expect((await execute(id)).expectation.status).toBe('failed')
    expect((await execute(id, { variables: { zone: 'b' } })).expectation.status).toBe('not_applicable')
  })

  it('is left out of a merged run where it is not true', async () => {
    const other = await startOtherController()
    other.store.add('fvTenant', 'uni/tn-X', { name: 'X' })
    const elsewhere = await runs.connect({ name: 'elsewhere', host: other.url })
    other.store.add('fabricNode', 'topology/pod-1/node-101', { role: 'leaf', version: 'n9000-16.0(9c)' })
    const id = await save('fabric.leafs == 1')
    const merged = { merge: true, controller_connections: [runs.connection, elsewhere] }

    const run = await execute(id, merged)

    expect(run).toMatchObject({ status: 'success', row_count: 1, expectation: { status: 'failed', findings: 1 } })
    expect(run.warnings).toEqual([expect.stringMatching(/^not_applicable: lab: .*fabric\.leafs is 0/)])
    const none = await execute(await save('fabric.leafs == 7'), merged)
    expect(none.expectation).toMatchObject({ status: 'not_applicable' })
  })

  it('is refused when it asks for what there is not', async () => {
    const { status, body } = await runs.editor.post(QUERIES, {
      ...{ name: 'x', controller_connection: runs.connection, edges: [], ...TENANTS },
      ...{ when: 'fabric.verison == "6.0(1a)"', reason: '{{', expect: {} },
    })

    expect([status, body.when]).toEqual([400, ['There is no fabric.verison. Did you mean fabric.version?']])
    expect(Object.keys(body).sort()).toEqual(['expect', 'reason', 'when'])
  })

  it('keeps what it says when it is copied and exported', async () => {
    const id = await save('fabric.pods < 9', { resource: 'name', reason: 'Tenant {{name}}' })

    const copy = (await runs.editor.post(`${QUERIES}${id}/duplicate/`, {})).body

    expect(copy).toMatchObject({ when: 'fabric.pods < 9', resource: 'name', reason: 'Tenant {{name}}' })
    const file = (await runs.editor.get(`/api/queries/export/?ids=${id}&format=json`)).body
    expect(file.saved_queries[0]).toMatchObject({ when: 'fabric.pods < 9', resource: 'name' })
    const changed = await runs.editor.patch(`${QUERIES}${id}/`, { when: null, reason: '' })
    expect(changed.body).toMatchObject({ when: null, reason: '', resource: 'name' })
  })
})

describe('a check of such a query', () => {
  it('reads nothing but facts where it is not applicable', async () => {
    const id = await save('fabric.leafs == 5', { nodes: [{ id: 'e', class_name: 'fvAEPg', properties: ['name'] }] })
    const before = readsOf('fvAEPg')

    const found = await check({ saved_queries: [id] })

    expect(found).toMatchObject({ not_applicable: 1, failed: 0, errored: 0 })
    expect(found.results[0]).toMatchObject({
      ...{ status: 'not_applicable', findings: 0, check: null, group: null },
      reason: expect.stringContaining('fabric.leafs is 0'),
    })
    expect(readsOf('fvAEPg')).toBe(before)
  })

  it('is an error where nobody can tell', async () => {
    const found = await check({ saved_queries: [await save('fabric.version')] })

    expect(found.results[0]).toMatchObject({ status: 'error', reason: expect.stringContaining('neither true nor') })
  })

  it('gives each query the values that it declares', async () => {
    const parameters = [{ name: 'zone', label: 'Zone', type: 'text', required: false, default: 'a' }]
    const asking = await save('params.zone == "a"', { parameters })
    const others = await save(null)

    const found = await check({ saved_queries: [asking, others], parameters: { zone: 'b', none: 1 } })

    expect(found.results).toMatchObject([{ status: 'not_applicable' }, { status: 'failed', findings: 2 }])
  })

  it('counts what is waived apart', async () => {
    const id = await save(null)
    const until = new Date(Date.now() + 86_400_000).toISOString()
    await runs.editor.post('/api/queries/waivers/', { saved_query: id, resource: '*', until, reason: 'For now' })

    expect(await check({ saved_queries: [id] })).toMatchObject({ waived: 1, results: [{ status: 'waived' }] })
  })
})

it('a background run has findings too', async () => {
  const background = backgroundOf(runs)
  const execution = await background.start(await save(null))
  await background.ended(execution)

  expect((await runs.editor.get(`/api/queries/execution-logs/${execution}/findings/`)).body.count).toBe(2)
})
