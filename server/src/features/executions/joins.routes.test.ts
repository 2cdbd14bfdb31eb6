import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Drawing, QUERIES, type Runs, startRuns } from '../../testing/start-runs.ts'
import { addSmallFabric } from '../../testing/small-fabric.ts'

let runs: Runs
beforeAll(async () => {
  runs = await startRuns()
  addSmallFabric(runs.controller.store)
  addAccess(runs.controller.store)
})
afterAll(() => runs.stop())

type Store = Runs['controller']['store']

/** Ports of nodes 101 and 104; two selectors of ports of nodes 101 to 103, and one of node 104. */
function addAccess(store: Store): void {
  for (const id of ['101', '102', '104']) store.add('fabricNode', `topology/pod-1/node-${id}`, { id })
  for (const [node, id] of [
    ['101', 'eth1/7'],
    ['101', 'eth1/17'],
    ['101', 'eth2/7'],
    ['101', 'mgmt0'],
    ['104', 'eth1/7'],
  ] as const)
    // prettier-ignore
    store.add('l1PhysIf', `topology/pod-1/node-${node}/sys/phys-[${id}]`, { id })
  addProfile(store, 'low', ['101', '103'], { web: ['1', '1', '1', '10'], all: ['1', '2', '5', '48'] })
  addProfile(store, 'high', ['104', '104'], { other: ['1', '1', '7', '7'] })
}

type Block = readonly [fromCard: string, toCard: string, fromPort: string, toPort: string]

function addProfile(
  store: Store,
  name: string,
  [from_, to_]: readonly [string, string],
  blocks: Record<string, Block>,
): void {
  const [node, ports] = [`uni/infra/nprof-${name}`, `uni/infra/accportprof-${name}-ports`]
  store.add('infraNodeP', node, { name })
  store.add('infraLeafS', `${node}/leaves-${name}-typ-range`, { name, type: 'range' })
  store.add('infraNodeBlk', `${node}/leaves-${name}-typ-range/nodeblk-b`, { name: 'b', from_, to_ })
  store.add('infraAccPortP', ports, { name: `${name}-ports` })
  store.add('infraRsAccPortP', `${node}/rsaccPortP-[${ports}]`, { tDn: ports, tCl: 'infraAccPortP' })
  for (const [selector, [fromCard, toCard, fromPort, toPort]] of Object.entries(blocks)) {
    const range = `${ports}/hports-${selector}-typ-range`
    const group = `uni/infra/funcprof/accportgrp-${selector}`
    store.add('infraHPortS', range, { name: selector, type: 'range' })
    store.add('infraPortBlk', `${range}/portblk-block1`, { name: 'block1', fromCard, toCard, fromPort, toPort })
    store.add('infraAccPortGrp', group, { name: `${selector}-group` })
    store.add('infraRsAccBaseGrp', `${range}/rsaccBaseGrp`, { tDn: group, tCl: 'infraAccPortGrp', fexId: '101' })
  }
}

const CARD = { expression: 'int(id.substring(3, id.indexOf("/")))' }
const PORT = { expression: 'int(id.split("/")[{{at=1}}])' }
const RANGES = [
  { source: CARD, target: ['fromCard', 'toCard'], op: 'between' },
  { source: PORT, target: ['fromPort', 'toPort'], op: 'between' },
]
const equals = (property: string, value: string) => [{ property, operator: 'eq', value }]
const contains = (id: string, source: string, target: string) => ({ id, source, target, kind: 'contains' })
const match = (id: string, source: string, target: string, on: unknown, join = 'inner') => ({
  id,
  source,
  target,
  kind: 'match',
  on,
  join,
})

describe('the interface policies that reach a port', () => {
  const reach: Drawing = {
    nodes: [
      { id: 'node', class_name: 'fabricNode', filters: equals('id', '{{node}}') },
      { id: 'port', class_name: 'l1PhysIf', filters: equals('id', '{{port}}') },
      { id: 'leaves', class_name: 'infraNodeP' },
      { id: 'nodes', class_name: 'infraNodeBlk' },
      { id: 'profile', class_name: 'infraAccPortP' },
      { id: 'selector', class_name: 'infraHPortS' },
      { id: 'ports', class_name: 'infraPortBlk' },
      { id: 'group', class_name: 'infraAccBaseGrp', primary: true, properties: ['name'] },
    ],
    edges: [
      contains('e1', 'node', 'port'),
      match('e2', 'node', 'nodes', [{ source: 'id', target: ['from_', 'to_'], op: 'between' }]),
      contains('e3', 'leaves', 'nodes'),
      { id: 'e4', source: 'leaves', target: 'profile', kind: 'references', through: 'infraRsAccPortP' },
      contains('e5', 'profile', 'selector'),
      contains('e6', 'selector', 'ports'),
      match('e7', 'port', 'ports', RANGES),
      {
        id: 'e8',
        source: 'selector',
        target: 'group',
        kind: 'references',
        through: 'infraRsAccBaseGrp',
        properties: ['fexId', 'tCl'],
      },
    ],
  }

  it.each([
    ['101', 'eth1/7', ['all-group', 'web-group']],
    ['101', 'eth1/17', ['all-group']],
    ['101', 'eth2/7', ['all-group']],
    ['104', 'eth1/7', ['other-group']],
    ['102', 'eth1/7', []],
  ])('of node %s, %s, are %j', async (node, port, expected) => {
    const { results, error_message, warnings } = await runs.run(reach, { variables: { node, port } })

    expect({ error_message, warnings, names: results.map(({ name }: { name: string }) => name) }).toEqual({
      error_message: null,
      warnings: [],
      names: expected,
    })
  })

  it('come with the properties of the relation that leads to them, after all other columns', async () => {
    const { results } = await runs.run(reach, { variables: { node: '104', port: 'eth1/7' } })

    expect(Object.keys(results[0]).slice(-2)).toEqual(['e8.fexId', 'e8.tCl'])
    expect(results).toMatchObject([{ 'selector.name': 'other', 'e8.fexId': '101', 'e8.tCl': 'infraAccPortGrp' }])
  })
})

describe('a run with conditions', () => {
  const ports = (on: unknown, join?: string): Drawing => ({
    nodes: [
      { id: 'port', class_name: 'l1PhysIf', primary: true, properties: ['id'], scope_dn: 'topology/pod-1/node-101' },
      { id: 'ports', class_name: 'infraPortBlk', properties: ['fromPort'] },
    ],
    edges: [match('e', 'port', 'ports', on, join)],
  })

  it('counts the objects for which an expression failed, without their values', async () => {
    const { results, warnings } = await runs.run(ports(RANGES, 'without'))

    expect(results.map(({ id }: { id: string }) => id)).toEqual(['mgmt0'])
    expect(warnings).toEqual([
      'edge e: the expression on.0.source failed for 1 of 4 objects, which match nothing',
      'edge e: the expression on.1.source failed for 1 of 4 objects, which match nothing',
    ])
  })

  it('fills in variables as values', async () => {
    const at = (value: unknown) => runs.run(ports(RANGES), { variables: { at: value } })

    expect((await at(1)).results).toHaveLength(5)
    expect((await at('1])] + [')).results).toEqual([])
  })

  it('names every fault where it is, before anything runs', async () => {
    const on = [
      { source: { expression: 'int(id' }, target: 'fromPort' },
      { source: 'id', target: 'fromPort', op: 'near' },
      { source: 'id', target: { expression: 'fromPort + {{missing}}' } },
    ]

    const { status, body } = await runs.execute(await runs.save(ports(on)))
    const checked = await runs.editor.post(`${QUERIES}${await runs.save(ports(on))}/validate/`, {})

    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('near')
    expect(checked.body.errors.map(({ code, path }: Record<string, string>) => [code, path]).sort()).toEqual([
      ['bad_value', 'edges.0.on.0.source.expression'],
      ['missing_variable', 'edges.0.on.2.target.expression'],
      ['unknown_operator', 'edges.0.on.1.op'],
    ])
  })

  it('explains them in its plan', async () => {
    const { body } = await runs.editor.post(`${QUERIES}${await runs.save(ports(RANGES))}/validate/`, {})

    expect(body.plan.text).toContain('(int(id.split("/")[1])) of port between ports.fromPort and ports.toPort')
  })

  it('joins networks', async () => {
    const overlap: Drawing = {
      nodes: [
        { id: 'a', class_name: 'fvSubnet', primary: true, properties: ['ip'], scope_dn: 'uni/tn-A' },
        { id: 'b', class_name: 'fvSubnet', properties: ['ip'], scope_dn: 'uni/tn-B' },
      ],
      edges: [
        match('e', 'a', 'b', [{ source: 'ip', target: { expression: 'ip.split("/")[0] + "/23"' }, op: 'overlaps' }]),
      ],
    }

    expect((await runs.run(overlap)).results.map(({ ip }: { ip: string }) => ip)).toEqual([
      '10.0.0.1/24',
      '10.0.1.1/24',
    ])
  })
})

describe('the properties of relation objects', () => {
  const vrfs = (edge: object): Drawing => ({
    nodes: [
      { id: 'bd', class_name: 'fvBD', primary: true, properties: ['name'], scope_dn: 'uni/tn-A' },
      { id: 'vrf', class_name: 'fvCtx' },
    ],
    edges: [
      {
        id: 'rel',
        source: 'bd',
        target: 'vrf',
        kind: 'references',
        through: 'fvRsCtx',
        properties: ['state'],
        ...edge,
      },
    ],
  })

  it('are null where a left edge finds nothing', async () => {
    const { results } = await runs.run(vrfs({ join: 'left' }))

    expect(results.map((row: Record<string, unknown>) => [row.name, row['rel.state']])).toEqual([
      ['app', 'formed'],
      ['lost', null],
      ['web', 'formed'],
    ])
  })

  it('do not exist behind a without edge, and only on relations', async () => {
    const { results } = await runs.run(vrfs({ join: 'without' }))

    expect(results).toMatchObject([{ name: 'lost' }])
    expect(results[0]).not.toHaveProperty('rel.state')
    const faulty = await runs.execute(await runs.save(vrfs({ kind: 'match', on: { source: 'name', target: 'name' } })))
    expect(faulty.status).toBe(400)
  })
})
