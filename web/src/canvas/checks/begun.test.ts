import { wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { describe, expect, it } from 'vitest'
import { type Begun, begunBy, isUnfinished, stillBegun } from './begun.ts'

const canvas = wireCanvas({
  nodes: [
    {
      id: 'bd',
      filters: [
        { property: 'name', operator: 'eq', value: 'x' },
        { property: '', operator: 'eq' },
      ],
    },
    { id: 'vrf' },
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

    expect(begunBy([node, edge])).toEqual([
      { kind: 'nodes', id: 'epg' },
      { kind: 'edges', id: 'e2' },
    ])
  })

  it('is nothing of what was pasted', () => {
    const pasted = { type: 'add', kind: 'nodes', parts: [{ id: 'a' }, { id: 'b' }] } as const

    expect(begunBy([pasted])).toEqual([])
  })

  it('ends when something else is selected', () => {
    expect(stillBegun([VRF, THREAD], { nodes: ['vrf'], edges: [] })).toEqual([VRF, THREAD])
    expect(stillBegun([VRF, THREAD], { nodes: ['bd'], edges: [] })).toEqual([])
    expect(stillBegun([STEP], { nodes: [], edges: [], step: 's1' })).toEqual([STEP])
  })
})
