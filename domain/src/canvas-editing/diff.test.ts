import { describe, expect, it } from 'vitest'
import { diffCanvases, marksOf, unitedCanvas } from './diff.ts'
import { wireCanvas, type WireCanvas } from './wire-canvas.ts'

const BD = {
  id: 'bd',
  class_name: 'fvBD',
  filters: [{ property: 'name', operator: 'eq', value: 'web' }],
  position: { x: 0, y: 0 },
}
const BEFORE = wireCanvas({
  nodes: [BD, { id: 'vrf', class_name: 'fvCtx' }],
  edges: [{ id: 'e1', source: 'bd', target: 'vrf' }],
})
const withNode = (node: object): WireCanvas => ({
  ...BEFORE,
  nodes: [node as WireCanvas['nodes'][number], BEFORE.nodes[1]!],
})

describe('the difference between two canvases', () => {
  it.each([
    ['the same canvas', BEFORE, []],
    ['another place', withNode({ ...BD, position: { x: 9, y: 9 } }), []],
    [
      'the same filter with its keys in another order',
      withNode({ ...BD, filters: [{ value: 'web', operator: 'eq', property: 'name' }] }),
      [],
    ],
    ['another filter', withNode({ ...BD, filters: [] }), ['nodes bd changed filters']],
    [
      'a key more and one less',
      withNode({ id: 'bd', class_name: 'fvBD', alias: 'B' }),
      ['nodes bd changed alias,filters'],
    ],
    ['a node more', { ...BEFORE, nodes: [...BEFORE.nodes, { id: 's', class_name: 'fvSubnet' }] }, ['nodes s added ']],
    ['a thread less', { ...BEFORE, edges: [] }, ['edges e1 removed ']],
    ['a step changed', { ...BEFORE, post_processors: [{ id: 's1', type: 'limit' }] }, ['post_processors s1 added ']],
  ] as const)('of %s', (_name, after, expected) => {
    expect(
      diffCanvases(BEFORE, after).map(({ kind, id, mark, keys }) =>
        `${kind} ${id} ${mark} ${keys.join(',')}`.trimEnd(),
      ),
    ).toEqual(expected.map((text) => text.trimEnd()))
  })

  it('is drawn by id, with what was removed', () => {
    const after = { ...BEFORE, nodes: [BEFORE.nodes[0]!], edges: [] }

    expect(marksOf(diffCanvases(BEFORE, after))).toEqual(new Map([['vrf', 'removed'], ['e1', 'removed']])) // prettier-ignore
    expect(unitedCanvas(BEFORE, after)).toEqual(BEFORE)
  })
})
