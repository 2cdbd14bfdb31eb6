import { describe, expect, it } from 'vitest'
import { prepareQuery } from '../../query/prepare-query.ts'
import { proposalModel as model } from '../../testing/proposal-model.ts'
import { applyEdits } from './canvas-edit.ts'
import { draftCanvas } from './draft-canvas.ts'
import { EMPTY_LISTS, type WireLists } from './proposal.ts'
import { readProposal } from './read-proposal.ts'

const draft = (answer: object, base: WireLists = EMPTY_LISTS) =>
  draftCanvas(base, readProposal(answer, base.nodes.length > 0)!, model)

const node = (id: string, className: string, more: object = {}) => ({
  id,
  class_name: className,
  reason: `Holds ${id}.`,
  ...more,
})
const edge = (source: string, target: string, more: object = {}) => ({
  id: `${source}-${target}`,
  source,
  target,
  join: 'inner',
  ...more,
})

const isValid = (canvas: WireLists) => prepareQuery({ canvas, model: model.engine }).errors.length === 0

describe('a proposal with a plain fault', () => {
  it.each<[string, object, object]>([
    ['a class in package notation', node('bd', 'fv:BD'), { class_name: 'fvBD' }],
    ['a class in another case', node('bd', 'FVbd'), { class_name: 'fvBD' }],
    ['a class with one near name', node('bd', 'fvSubnets'), { class_name: 'fvSubnet' }],
    ['a property in another case', node('bd', 'fvBD', { properties: ['ARPFlood'] }), { properties: ['arpFlood'] }],
    ['a property with its class', node('bd', 'fvBD', { properties: ['fvBD.mtu'] }), { properties: ['mtu'] }],
    [
      'a filter on a misspelt property',
      node('bd', 'fvBD', { filters: [{ property: 'arpflod', operator: 'eq', value: 'yes' }] }),
      { filters: [{ property: 'arpFlood', operator: 'eq', value: 'yes' }] },
    ],
    [
      'an operator as other languages write it',
      node('bd', 'fvBD', { filters: [{ property: 'mtu', operator: '>=', value: 9000 }] }),
      { filters: [{ property: 'mtu', operator: 'ge', value: 9000 }] },
    ],
    [
      'a constant in another case',
      node('bd', 'fvBD', { filters: [{ property: 'type', operator: 'eq', value: 'Regular' }] }),
      { filters: [{ property: 'type', operator: 'eq', value: 'regular' }] },
    ],
  ])('is repaired: %s', (_, written, expected) => {
    const drafted = draft({ nodes: [written] })

    expect(drafted.canvas.nodes).toEqual([expect.objectContaining(expected)])
    expect(drafted).toMatchObject({ problems: [], left_out: [] })
  })

  it('is repaired in a column of a step', () => {
    const step = { id: 's', type: 'sort', config: '{"by":[{"column":"MTU"}]}' }

    const drafted = draft({ nodes: [node('bd', 'fvBD', { properties: ['mtu'] })], post_processors: [step] })

    expect(drafted.canvas.post_processors).toEqual([{ id: 's', type: 'sort', config: { by: [{ column: 'mtu' }] } }])
    expect(drafted.problems).toEqual([])
  })
})

describe('what cannot be repaired', () => {
  it.each<[string, object, string, object]>([
    [
      'a filter',
      { nodes: [node('bd', 'fvBD', { filters: [{ property: 'colour', operator: 'eq', value: 'x' }] })] },
      'unknown_property',
      { filters: [] },
    ],
    [
      'a property',
      { nodes: [node('bd', 'fvBD', { properties: ['mtu', 'colour'] })] },
      'unknown_property',
      { properties: ['mtu'] },
    ],
    ['a scope', { nodes: [node('bd', 'fvBD', { scope_dn: '/uni/' })] }, 'bad_scope_dn', { class_name: 'fvBD' }],
    [
      'a value',
      { nodes: [node('bd', 'fvBD', { filters: [{ property: 'name', operator: 'matches', value: '((' }] })] },
      'bad_value',
      { filters: [] },
    ],
  ])('is left out alone and named: %s', (_, answer, code, expected) => {
    const drafted = draft(answer)

    expect(drafted.problems).toMatchObject([{ code }])
    expect(drafted.left_out).toMatchObject([{ code, message: expect.stringContaining('left out: ') }])
    expect(drafted.canvas.nodes).toEqual([expect.objectContaining(expected)])
    expect(isValid(drafted.canvas)).toBe(true)
  })

  it('takes along what depends on it', () => {
    const drafted = draft({
      nodes: [node('bd', 'fvBD', { primary: true }), node('zebra', 'zooZebra'), node('stripe', 'zooStripe')],
      edges: [edge('bd', 'zebra'), edge('zebra', 'stripe')],
      post_processors: [
        { id: 'a', type: 'select', config: { columns: ['name', 'zebra.name'] } },
        { id: 'b', type: 'limit', config: { count: 5 } },
      ],
    })

    expect(drafted.canvas.nodes.map(({ id }) => id)).toEqual(['bd'])
    expect(drafted.canvas.edges).toEqual([])
    expect(drafted.canvas.post_processors.map(({ id }) => id)).toEqual(['b'])
    expect(drafted.left_out.map(({ code }) => code)).toEqual(['unknown_class', 'unknown_class', 'unknown_column'])
  })

  it('leaves the larger part of a canvas that falls apart', () => {
    const drafted = draft({
      nodes: [node('chassis', 'eqptCh'), node('bd', 'fvBD'), node('net', 'fvSubnet')],
      edges: [edge('bd', 'net')],
    })

    expect(drafted.canvas.nodes.map(({ id }) => id)).toEqual(['bd', 'net'])
    expect(drafted.left_out).toMatchObject([{ code: 'disconnected_graph' }])
  })

  it('may be everything', () => {
    const drafted = draft({ nodes: [node('zebra', 'zooZebra')] })

    expect(drafted.canvas).toEqual(EMPTY_LISTS)
    expect(drafted.left_out).toMatchObject([{ code: 'unknown_class', message: expect.stringContaining('zooZebra') }])
  })

  it('is an edge in a cycle, not the nodes in it', () => {
    const drafted = draft({
      nodes: [node('bd', 'fvBD'), node('epg', 'fvAEPg'), node('vrf', 'fvCtx')],
      edges: [
        edge('epg', 'bd'),
        edge('bd', 'vrf'),
        { ...edge('vrf', 'epg'), on: { source: 'name', target: 'name' }, kind: 'match' },
      ],
    })

    expect(drafted.canvas.nodes).toHaveLength(3)
    expect(isValid(drafted.canvas)).toBe(true)
  })
})

describe('the edges of a proposal', () => {
  it('get a class in the middle where only that joins them', () => {
    const { canvas, edits } = draft({
      nodes: [node('epg', 'fvAEPg'), node('vrf', 'fvCtx')],
      edges: [edge('epg', 'vrf', { join: 'left' })],
    })

    expect(canvas.nodes.map(({ id, class_name }) => [id, class_name])).toEqual([
      ['epg', 'fvAEPg'],
      ['vrf', 'fvCtx'],
      ['bd', 'fvBD'],
    ])
    expect(canvas.edges).toEqual([
      { id: 'epg-vrf', source: 'epg', target: 'bd', kind: 'references', through: 'fvRsBd', join: 'left' },
      { id: 'epg-vrf-2', source: 'bd', target: 'vrf', kind: 'references', through: 'fvRsCtx', join: 'inner' },
    ])
    expect(isValid(canvas)).toBe(true)
    expect(edits.every(({ reason }) => reason !== '')).toBe(true)
  })

  it.each(['inner', 'left'])('share that class if it is there already and the join is %s', (join) => {
    const { canvas } = draft({
      nodes: [node('epg', 'fvAEPg'), node('domain', 'fvBD'), node('vrf', 'fvCtx')],
      edges: [edge('epg', 'domain', { join }), edge('epg', 'vrf', { join })],
    })

    expect(canvas.nodes).toHaveLength(3)
    expect(canvas.edges).toMatchObject([
      { source: 'epg', target: 'domain', join },
      { source: 'domain', target: 'vrf', join },
    ])
    expect(isValid(canvas)).toBe(true)
  })

  it('may name classes or aliases in place of ids, and are drawn once', () => {
    const { canvas } = draft({
      nodes: [node('a', 'fvBD', { alias: 'BD' }), node('b', 'fvSubnet')],
      edges: [edge('BD', 'fvSubnet'), edge('a', 'b'), edge('b', 'a')],
    })

    expect(canvas.edges).toEqual([{ id: 'BD-fvSubnet', source: 'a', target: 'b', kind: 'contains', join: 'inner' }])
  })
})

describe('names of nodes', () => {
  it('become readable, unique ids', () => {
    const { canvas } = draft({
      nodes: [
        node('the <b>BD</b>!', 'fvBD', { alias: '<i>BD</i>' }),
        node('the b BD b', 'fvSubnet', { alias: 'i BD i' }),
      ],
      edges: [edge('the <b>BD</b>!', 'the b BD b')],
    })

    expect(canvas.nodes.map(({ id }) => id)).toEqual(['the-b-BD-b', 'the-b-BD-b-2'])
    expect(canvas.nodes.map(({ alias }) => alias)).toEqual(['iBDi', 'i BD i'])
    expect(canvas.edges).toHaveLength(1)
  })

  it('have a place on the canvas, one column after the other', () => {
    const { canvas } = draft({
      nodes: [node('bd', 'fvBD'), node('net', 'fvSubnet'), node('vrf', 'fvCtx')],
      edges: [edge('bd', 'net'), edge('bd', 'vrf')],
    })

    expect(canvas.nodes.map(({ position }) => position)).toEqual([
      { x: 0, y: 0 },
      { x: 260, y: 0 },
      { x: 260, y: 140 },
    ])
  })
})

const BASE: WireLists = {
  nodes: [
    {
      id: 'bd',
      class_name: 'fvBD',
      colour: 'red',
      filters: [{ any: [{ property: 'mtu', operator: 'gt', value: 1 }] }],
      position: { x: 10, y: 20 },
    },
    { id: 'net', class_name: 'fvSubnet', note: { kept: true } },
  ],
  edges: [{ source: 'bd', target: 'net', kind: 'auto', label: 'mine' }],
  post_processors: [
    { id: 'first', type: 'limit', config: { count: 100 } },
    { id: 'last', type: 'select', config: { columns: ['dn'] }, enabled: false },
  ],
}

describe('a change of a canvas', () => {
  it('leaves everything as it is that it does not name', () => {
    const { canvas, edits } = draft({ nodes: [{ id: 'bd', properties: ['mtu'], reason: 'To see the MTU.' }] }, BASE)

    expect(canvas).toEqual({ ...BASE, nodes: [{ ...BASE.nodes[0], properties: ['mtu'] }, BASE.nodes[1]] })
    expect(edits).toEqual([
      {
        op: 'change',
        kind: 'node',
        id: 'bd',
        before: BASE.nodes[0],
        after: canvas.nodes[0],
        reason: 'To see the MTU.',
      },
    ])
  })

  it('puts a class in the place of a union only if that is none of its own', () => {
    const union = { id: 'u', class_names: ['fvBD', 'fvCtx'], properties: [] }
    const after = (className: string) => draft({ nodes: [node('u', className, { properties: ['name'] })] }, { ...EMPTY_LISTS, nodes: [union] }).edits[0]?.after // prettier-ignore

    expect(after('fvCtx')).toEqual({ ...union, properties: ['name'] })
    expect(after('fvSubnet')).toMatchObject({ class_name: 'fvSubnet', class_names: null })
  })

  it('keeps trees of conditions when it adds a condition', () => {
    const written = { property: 'arpFlood', operator: 'eq', value: 'yes' }

    const { canvas } = draft({ nodes: [{ id: 'bd', filters: [written] }] }, BASE)

    expect(canvas.nodes[0]?.filters).toEqual([...(BASE.nodes[0]?.filters as object[]), written])
  })

  it('removes a node with its edges, each as an edit of its own before it', () => {
    const { canvas, edits } = draft({ remove: ['net'] }, BASE)

    expect(edits.map(({ op, kind, id }) => [op, kind, id])).toEqual([
      ['remove', 'edge', 'edge-1'],
      ['remove', 'node', 'net'],
    ])
    expect(canvas).toEqual({ ...BASE, nodes: [BASE.nodes[0]], edges: [] })
    expect(edits.every(({ reason }) => reason !== '')).toBe(true)
  })

  it('puts a new step before the one listed after it', () => {
    const step = { id: 'new', type: 'sort', config: { by: [{ column: 'dn' }] } }

    const { canvas, edits } = draft({ nodes: [], post_processors: [step, { id: 'last' }] }, BASE)

    expect(canvas.post_processors.map(({ id }) => id)).toEqual(['first', 'new', 'last'])
    expect(edits).toMatchObject([{ op: 'add', kind: 'step', id: 'new', at: 1, before: null }])
  })

  it('that breaks a part of the user goes, not the part', () => {
    const base = { ...BASE, post_processors: [{ id: 'own', type: 'select', config: { columns: ['bd.mtu'] } }] }
    const own = { ...base, nodes: [{ ...base.nodes[0], properties: ['mtu'] }, base.nodes[1]!] }

    const { canvas, edits, left_out } = draft({ nodes: [{ id: 'bd', alias: 'domain' }], remove: [] }, own)

    expect(canvas).toEqual(own)
    expect(edits).toEqual([])
    expect(left_out).toMatchObject([{ code: 'unknown_column' }])
  })

  it('does not touch faults of the user', () => {
    const broken = { ...BASE, nodes: [...BASE.nodes, { id: 'odd', class_name: 'zooZebra' }] }

    const { canvas, problems } = draft(
      { post_processors: [{ id: 'top', type: 'limit', config: { count: 3 } }] },
      broken,
    )

    expect(canvas.nodes).toEqual(broken.nodes)
    expect(canvas.post_processors).toHaveLength(3)
    expect(problems).toEqual([])
  })

  it('joins new nodes to the existing ones, to their right', () => {
    const { canvas, edits } = draft({ nodes: [node('vrf', 'fvCtx')], edges: [edge('bd', 'vrf')] }, BASE)

    expect(canvas.nodes[2]).toMatchObject({ id: 'vrf', position: { x: 270, y: 0 } })
    expect(canvas.edges[1]).toMatchObject({ source: 'bd', target: 'vrf', through: 'fvRsCtx' })
    expect(applyEdits(BASE, edits)).toEqual(canvas)
  })

  it('only looks up where the canvas did', () => {
    const lookup = (id: string, query: string) => ({
      id,
      type: 'lookup',
      config: { saved_query: query, on: { dn: 'dn' } },
    })
    const base = { ...BASE, post_processors: [lookup('own', 'mine')] }

    const { canvas, left_out } = draft({ post_processors: [lookup('a', 'secret'), lookup('b', 'mine')] }, base)

    expect(canvas.post_processors.map(({ id }) => id)).toEqual(['own', 'b'])
    expect(left_out).toMatchObject([{ code: 'bad_post_processor_config' }])
  })
})

describe('texts', () => {
  it('have no markup, no links and no names that do not exist', () => {
    const drafted = draft({
      name: '<b>Bridge</b> domains',
      explanation:
        'It reads fvBD. It also reads fvFake and fv:Bogus. See https://evil.example/x. It shows arpFlood over vPC.',
      nodes: [node('bd', 'fvBD', { reason: 'Joins zooZebra.', properties: ['arpFlood'] })],
    })

    expect(drafted.name).not.toMatch(/[<>]/)
    expect(drafted.explanation).toBe('It reads fvBD. It shows arpFlood over vPC.')
    expect(drafted.edits[0]?.reason).toBe('Reads objects of the class fvBD.')
  })
})
