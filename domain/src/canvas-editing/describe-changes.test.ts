import { describe, expect, it } from 'vitest'
import { applyChanges, type CanvasChange } from './changes.ts'
import { describeCanvasChanges } from './describe-changes.ts'
import { wireCanvas } from './wire-canvas.ts'

const CANVAS = wireCanvas({
  nodes: [
    { id: 'bd', class_name: 'fvBD' },
    { id: 'vrf', class_name: 'fvCtx' },
  ],
  edges: [{ id: 'e1', source: 'bd', target: 'vrf' }],
})

describe('what an edit did', () => {
  const cases: readonly (readonly [CanvasChange, string])[] = [
    [{ type: 'add', kind: 'nodes', parts: [{ id: 's', class_name: 'fvSubnet' }] }, 'fvSubnet added.'],
    [{ type: 'remove', kind: 'nodes', ids: ['bd'] }, 'fvBD removed. Thread removed.'],
    [{ type: 'remove', kind: 'nodes', ids: ['bd', 'vrf'] }, '2 nodes removed. Thread removed.'],
    [{ type: 'set', kind: 'nodes', id: 'bd', values: { alias: 'B' } }, 'fvBD changed.'],
    [{ type: 'set', kind: 'nodes', id: 'bd', values: { position: { x: 1, y: 2 } } }, 'fvBD moved.'],
    [{ type: 'set', kind: 'edges', id: 'e1', values: { join: 'left' } }, 'Thread changed.'],
    [{ type: 'add', kind: 'post_processors', parts: [{ id: 's1', type: 'limit' }] }, 'Step added.'],
    [{ type: 'remove', kind: 'nodes', ids: ['x'] }, ''],
  ]
  it.each(cases)('is put into words: %j', (change, told) => {
    expect(describeCanvasChanges(CANVAS, applyChanges(CANVAS, [change]))).toBe(told)
  })
})
