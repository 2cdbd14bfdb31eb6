import { generateModel } from '@heddle/simulators/registry/generate-model.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installModel } from '../../testing/mim/install-model.ts'
import { addSmallFabric } from '../../testing/small-fabric.ts'
import { QUERIES, type Runs, startRuns } from '../../testing/start-runs.ts'

let runs: Runs
beforeAll(async () => {
  runs = await startRuns()
  addSmallFabric(runs.controller.store)
  const model = generateModel({ classes: 400 })
  await installModel(
    runs.app.app,
    model.classNames.map((name) => model.document(name)!),
  )
}, 120_000)
afterAll(() => runs.stop())

const explorer = async (path: string) => (await runs.editor.get(`/api/mim/explorer/${path}`)).body
const besideTenant = async (connection: string): Promise<string[]> =>
  (await explorer(`connectable/?class=fvTenant&connection=${connection}`)).connectable.map(
    ({ name }: { name: string }) => name,
  )

it('ranks what saved queries join and what runs counted first, and the tree says how many', async () => {
  const id = await runs.save({
    nodes: [
      { id: 't', class_name: 'fvTenant' },
      { id: 'b', class_name: 'fvCtx' },
    ],
    edges: [{ id: 'e', source: 't', target: 'b', kind: 'contains' }],
  })
  await runs.save({
    nodes: [
      { id: 't', class_name: 'fvTenant' },
      { id: 'l', class_name: 'vzRsSubjFiltAtt' },
    ],
    edges: [{ id: 'e', source: 't', target: 'l' }],
  })
  await runs.editor.post(`${QUERIES}${id}/execute/`, {})

  const counted = await besideTenant(runs.connection)
  const { start } = await explorer(`tree/?connection=${runs.connection}`)
  const elsewhere = await explorer('tree/')

  expect(new Set(counted.slice(0, 2))).toEqual(new Set(['fvCtx', 'vzRsSubjFiltAtt']))
  const tenants = (nodes: any[]) => nodes.find((node) => node.class_name === 'fvTenant')
  expect(tenants(start).objects).toBeGreaterThan(0)
  expect(tenants(elsewhere.start).objects).toBeNull()
})

describe('the queries that use a class', () => {
  const CLASS_USE = '/api/queries/class-use/'

  it('are listed with the properties they use, and counted by property', async () => {
    const shows = await runs.save({
      name: 'Shows',
      nodes: [{ id: 's', class_name: 'fvSubnet', properties: ['ip', 'scope'] }],
    })
    const filters = await runs.save({
      name: 'Filters',
      nodes: [{ id: 's', class_name: 'fvSubnet', filters: { op: 'eq', property: 'scope', value: 'public' } }],
    })
    await runs.save({ name: 'fvSubnet in name only', nodes: [{ id: 'a', alias: 'fvSubnet', class_name: 'fvAEPg' }] })

    const reply = await runs.editor.get(`${CLASS_USE}fv:Subnet/`)

    expect(reply.body).toMatchObject({
      class_name: 'fvSubnet',
      query_count: 2,
      truncated: false,
      properties: [
        { property: 'scope', query_count: 2 },
        { property: 'ip', query_count: 1 },
      ],
      queries: [
        { id: filters, name: 'Filters', properties: ['scope'] },
        { id: shows, name: 'Shows', properties: ['ip', 'scope'] },
      ],
    })
    expect((await runs.editor.get(`${CLASS_USE}fvNothing/`)).body).toMatchObject({ query_count: 0, queries: [] })
  })

  it('are for those who may see queries', async () => {
    const nobody = await runs.app.userOf(undefined)

    expect((await nobody.get(`${CLASS_USE}fvBD/`)).status).toBe(403)
    // An address that is no name of a class leads nowhere.
    expect((await runs.editor.get(`${CLASS_USE}${'x'.repeat(201)}/`)).status).toBe(404)
  })
})
