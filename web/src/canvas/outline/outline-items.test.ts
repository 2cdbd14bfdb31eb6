import { wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { expect, it } from 'vitest'
import { NO_RUN } from '../run/run-view.ts'
import { outlineItems } from './outline-items.ts'

it('lists nodes, below each the threads that lead from it, and then the steps', () => {
  const canvas = wireCanvas({
    nodes: [
      { id: 'bd', class_name: 'fvBD' },
      { id: 'vrf', class_name: 'fvCtx', alias: 'VRF' },
    ],
    edges: [{ id: 'e1', source: 'bd', target: 'vrf', kind: 'references', through: 'fvRsCtx' }],
    post_processors: [{ id: 's1', type: 'limit', enabled: false }],
  })

  const items = outlineItems(canvas, { ...NO_RUN, edges: new Map([['e1', 54]]) })

  expect(
    items.map(({ level, place, siblings, name, text, note }) => [level, place, siblings, name, text, note]),
  ).toEqual([
    [1, 1, 3, 'fvBD', 'fvBD', ''],
    [2, 1, 1, 'fvBD references fvCtx through fvRsCtx, 54 rows', 'fvCtx', 'fvRsCtx · 54'],
    [1, 2, 3, 'fvCtx', 'fvCtx', 'VRF'],
    [1, 3, 3, 'Step 1: limit, off', 'limit', 'step 1'],
  ])
})
