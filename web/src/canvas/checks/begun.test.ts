import { wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { describe, expect, it } from 'vitest'
import { type Begun, begunBy, isUnfinished, stillBegun, withBegun } from './begun.ts'

const FILTERS = [
  { property: 'name', operator: 'eq', value: 'x' },
  { property: '', operator: 'eq' },
]
const canvas = wireCanvas({
  nodes: [
    { id: 'bd', filters: FILTERS },
    { id: 'vrf', filters: [{ any: FILTERS }] },
  ],
  edges: [{ id: 'e1', source: 'bd', target: 'vrf', kind: 'match', on: [] }],
  post_processors: [{ id: 's1', type: 'sort', config: { by: [{ column: 'nme' }] } }],
})
const ROW: Begun = { kind: 'nodes', id: 'bd', row: 'filters.1' }
const VRF: Begun = { kind: 'nodes', id: 'vrf' }
const THREAD: Begun = { kind: 'edges', id: 'e1' }
const STEP: Begun = { kind: 'post_processors', id: 's1' }

const problem = (path: string, part: object = {}, code = 'bad_value') =>
  ({ code, message: code, path, severity: 'error', ...part }) as const

describe('what was begun', () => {
  it.each<[string, readonly Begun[], ReturnType<typeof problem>, boolean]>([
    ['a new filter lacks its property', [ROW], problem('nodes.0.filters.1.property', { node_id: 'bd' }), true],
    ['the same once it was left', [], problem('nodes.0.filters.1.property', { node_id: 'bd' }), false],
    ['another filter is wrong', [ROW], problem('nodes.0.filters.0.value', { node_id: 'bd' }), false],
    ['a new thread matches nothing yet', [THREAD], problem('edges.0.on', { edge_id: 'e1' }), true],
    ['a new thread cannot be', [THREAD], problem('edges.0', { edge_id: 'e1' }, 'no_relation'), false],
    ['a new class has no thread yet', [VRF], problem('nodes', { node_id: 'vrf' }, 'disconnected_graph'), true],
    ['another class has none', [VRF], problem('nodes', { node_id: 'bd' }, 'disconnected_graph'), false],
    ['a new step lacks an option', [STEP], problem('post_processors.0.config.order', { step_id: 's1' }), true],
    [
      'what was chosen in it is wrong',
      [STEP],
      problem('post_processors.0.config.by.0.column', { step_id: 's1' }),
      false,
    ],
  ])('%s: unfinished or not', (_, begun, found, expected) => {
    expect(isUnfinished(canvas, begun, found)).toBe(expected)
  })

  it('is a part that was added, with the thread that leads to it', () => {
    const node = { type: 'add', kind: 'nodes', parts: [{ id: 'epg' }] } as const
    const edge = { type: 'add', kind: 'edges', parts: [{ id: 'e2' }] } as const

    expect(begunBy([node, edge], canvas)).toEqual([
      { kind: 'nodes', id: 'epg' },
      { kind: 'edges', id: 'e2' },
    ])
  })

  const set = (kind: Begun['kind'], id: string, values: Readonly<Record<string, unknown>>) =>
    ({ type: 'set', kind, id, values }) as const

  it.each<[string, ReturnType<typeof set>, string | undefined]>([
    ['a filter', set('nodes', 'bd', { filters: [...FILTERS, { property: '', operator: 'eq' }] }), 'filters.2'],
    [
      'a condition inside of a filter',
      set('nodes', 'vrf', { filters: [{ any: [...FILTERS, {}] }] }),
      'filters.0.any.2',
    ],
    ['the first condition of a thread', set('edges', 'e1', { on: [{ source: '' }] }), 'on.0'],
    ['an entry of an option', set('post_processors', 's1', { config: { by: [{ column: 'nme' }, {}] } }), 'config.by.1'],
    [
      'nothing where a value was changed',
      set('nodes', 'bd', { filters: FILTERS.with(0, { property: 'descr', operator: 'eq' }) }),
      undefined,
    ],
    ['nothing where a row was taken away', set('nodes', 'bd', { filters: [] }), undefined],
  ])('is one more row of a part: %s', (_, change, row) => {
    expect(begunBy([change], canvas)).toEqual(row === undefined ? [] : [{ kind: change.kind, id: change.id, row }])
  })

  it('is the second condition of a thread that had one without a list', () => {
    const one = wireCanvas({
      nodes: [],
      edges: [{ id: 'e1', on: { source: 'dn', op: 'eq', target: 'tDn' } }],
      post_processors: [],
    })
    const on = [
      { source: 'dn', op: 'eq', target: 'tDn' },
      { source: '', op: 'eq', target: '' },
    ]

    expect(begunBy([set('edges', 'e1', { on })], one)).toEqual([{ kind: 'edges', id: 'e1', row: 'on.1' }])
  })

  it('stays a whole part while rows come to it', () => {
    expect(withBegun([STEP], [{ ...STEP, row: 'config.by.1' }])).toEqual([STEP])
    expect(withBegun([ROW], [{ ...ROW, row: 'filters.2' }])).toEqual([{ ...ROW, row: 'filters.2' }])
    expect(withBegun([THREAD], [VRF])).toEqual([VRF])
  })

  it('is nothing of what was pasted', () => {
    const pasted = { type: 'add', kind: 'nodes', parts: [{ id: 'a' }, { id: 'b' }] } as const

    expect(begunBy([pasted], canvas)).toEqual([])
  })

  it('ends when something else is selected', () => {
    expect(stillBegun([VRF, THREAD], { nodes: ['vrf'], edges: [] })).toEqual([VRF, THREAD])
    expect(stillBegun([VRF, THREAD], { nodes: ['bd'], edges: [] })).toEqual([])
    expect(stillBegun([STEP], { nodes: [], edges: [], step: 's1' })).toEqual([STEP])
  })
})
