import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { describe, expect, it } from 'vitest'
import { whyNoRows } from './why-no-rows.ts'

type Stage = Parameters<typeof whyNoRows>[1][number]

const CANVAS: WireCanvas = {
  nodes: [
    { id: 'bd', class_name: 'fvBD' },
    { id: 'subnet', class_name: 'fvSubnet' },
  ],
  edges: [{ id: 'e1', source: 'bd', target: 'subnet' }],
  post_processors: [
    { id: 's1', type: 'sort' },
    { id: 's2', type: 'filter' },
  ],
}
const WITHOUT: WireCanvas = { ...CANVAS, edges: [{ ...CANVAS.edges[0]!, join: 'without' }] }
const fetch = (node_id: string, output_rows: number, request = '/api/class/fvBD.json'): Stage => ({
  type: 'fetch',
  status: 'success',
  request,
  node_id,
  input_rows: null,
  output_rows,
})
const join = (output_rows: number, connection?: string): Stage => ({
  type: 'join',
  status: 'success',
  ...(connection !== undefined && { connection }),
  edge_id: 'e1',
  step_id: 'e1',
  request: null,
  input_rows: 100,
  output_rows,
})
const step = (step_id: string, input_rows: number, output_rows: number): Stage => ({
  type: 'post_processor',
  status: 'success',
  step_id,
  request: null,
  input_rows,
  output_rows,
})

describe('why a run has no rows', () => {
  it.each<[string, WireCanvas, readonly Stage[], unknown]>([
    ['a class without objects', { ...CANVAS, edges: [] }, [fetch('bd', 0)], { kind: 'class', node: { id: 'bd' } }],
    [
      'a class that nothing of is left for its thread',
      CANVAS,
      [fetch('bd', 60), fetch('subnet', 0), join(0)],
      { kind: 'class', node: { id: 'subnet' } },
    ],
    [
      'a class that was read first, so that its partner was not asked for',
      CANVAS,
      [fetch('subnet', 0), fetch('bd', 0, ''), join(0)],
      { kind: 'class', node: { id: 'subnet' } },
    ],
    [
      'a thread on which nothing meets',
      CANVAS,
      [fetch('bd', 60), fetch('subnet', 41), join(0)],
      { kind: 'thread', join: 'inner', source: 60, target: 41 },
    ],
    [
      'a thread that keeps what has no partner, when all have one',
      WITHOUT,
      [fetch('bd', 60), fetch('subnet', 41), join(0)],
      { kind: 'thread', join: 'without' },
    ],
    [
      'a thread of two joins, when the second one leaves nothing',
      WITHOUT,
      [fetch('bd', 60), fetch('subnet', 41), join(60), join(0)],
      { kind: 'thread', join: 'without' },
    ],
    [
      'a class that has no objects to be without a partner',
      WITHOUT,
      [fetch('bd', 0), fetch('subnet', 0, ''), join(0)],
      { kind: 'class', node: { id: 'bd' } },
    ],
    [
      'a step that keeps nothing',
      CANVAS,
      [fetch('bd', 60), fetch('subnet', 41), join(41), step('s1', 41, 41), step('s2', 41, 0)],
      { kind: 'step', number: 2, before: 41, step: { id: 's2' } },
    ],
    [
      'a class that no controller of a merged run has',
      { ...CANVAS, edges: [] },
      [fetch('bd', 0), fetch('bd', 0)],
      { kind: 'class', node: { id: 'bd' } },
    ],
  ])('%s', (_, canvas, stages, cause) => {
    expect(whyNoRows(canvas, stages)).toMatchObject(cause as object)
  })

  it('a join that one controller of a merged run emptied is not the cause', () => {
    const stages = [fetch('bd', 60), fetch('subnet', 41), join(0, 'A'), join(5, 'B'), step('s1', 5, 5)]

    expect(whyNoRows(CANVAS, stages)).toBeUndefined()
  })

  it('stages that do not tell', () => {
    expect(whyNoRows(CANVAS, [])).toBeUndefined()
  })
})
