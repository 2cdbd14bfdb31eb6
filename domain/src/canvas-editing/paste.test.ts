import { describe, expect, it } from 'vitest'
import { applyChanges } from './changes.ts'
import { copiedParts, pasteParts, readPasted } from './paste.ts'
import { EMPTY_CANVAS, wireCanvas } from './wire-canvas.ts'

const CANVAS = wireCanvas({
  nodes: [
    { id: 'bd', class_name: 'fvBD', primary: true, position: { x: 10, y: 20 } },
    { id: 'vrf', class_name: 'fvCtx', alias: 'VRF' },
  ],
  edges: [{ id: 'e1', source: 'bd', target: 'vrf', kind: 'references' }],
  post_processors: [{ id: 's1', type: 'limit', config: { count: 5 } }],
})
const text = (value: unknown) => JSON.stringify(value)

describe('a pasted text', () => {
  it.each([
    ['parts of a canvas', text(CANVAS)],
    ['a whole saved query', text({ id: '7', name: 'Bridge domains', version: 3, ...CANVAS })],
    ['a file of queries', text({ heddle: 1, queries: [{ name: 'x', ...CANVAS }] })],
    ['a draft as the API takes it', text({ draft: CANVAS })],
    ['JSON from a chat', `\`\`\`json\n${text(CANVAS)}\n\`\`\``],
  ])('is %s', (_name, pasted) => {
    expect(readPasted(pasted)).toEqual({ type: 'canvas', canvas: CANVAS })
  })

  it.each([
    ['a list of nodes', text([{ class_name: 'fvBD' }]), [{ id: 'n1', class_name: 'fvBD' }]],
    ['one node', text({ id: 'x', class_name: 'fvBD' }), [{ id: 'x', class_name: 'fvBD' }]],
  ])('is %s', (_name, pasted, nodes) => {
    expect(readPasted(pasted)).toEqual({ type: 'canvas', canvas: { ...EMPTY_CANVAS, nodes } })
  })

  it.each([
    ['fvBD', { type: 'class', name: 'fvBD' }],
    [' l1PhysIf\n', { type: 'class', name: 'l1PhysIf' }],
    ['uni/tn-common/BD-app', { type: 'dn', dn: 'uni/tn-common/BD-app' }],
    ['topology/pod-1/paths-101/pathep-[eth1/7]', { type: 'dn', dn: 'topology/pod-1/paths-101/pathep-[eth1/7]' }],
  ])('is a class or a DN: %s', (pasted, expected) => {
    expect(readPasted(pasted)).toEqual(expected)
  })

  it.each([
    ['', 'no text'],
    ['hello there', 'no canvas, class name, DN or request to a controller'],
    ['{"nodes": [', 'not valid JSON'],
    ['{"name": "x"}', 'no “nodes”'],
    ['{"nodes": {}}', '“nodes” that is not a list'],
    ['{"nodes": [7]}', 'node 1 of the JSON to paste is not an object'],
    ['{"nodes": []}', 'empty'],
    ['{"nodes": [{"id": "a"}]}', 'node 1 of the JSON to paste has no “class_name”'],
    ['{"nodes": [{"id": "a", "class_name": "x"}, {"id": "a", "class_name": "y"}]}', 'same id'],
    ['{"nodes": [{"id": "a", "class_name": "x"}], "edges": [{"id": "e", "source": "a", "target": "b"}]}', 'thread “e”'],
  ])('has its fault named: %s', (pasted, fault) => {
    expect(readPasted(pasted)).toEqual({ type: 'fault', fault: expect.stringContaining(fault) as unknown })
  })
})

describe('pasting', () => {
  it('keeps names that are free, and places', () => {
    const { changes, nodes } = pasteParts(EMPTY_CANVAS, CANVAS, { x: 0, y: 0 })

    expect(applyChanges(EMPTY_CANVAS, changes)).toEqual(CANVAS)
    expect(nodes).toEqual(['bd', 'vrf'])
  })

  it('renames what is taken, threads with it; a second primary node and second steps are none', () => {
    const pasting = pasteParts(CANVAS, CANVAS, { x: 24, y: 24 })

    const { nodes, edges, post_processors } = applyChanges(CANVAS, pasting.changes)
    expect(nodes.slice(2)).toEqual([
      { id: 'bd2', class_name: 'fvBD', position: { x: 34, y: 44 } },
      { id: 'vrf2', class_name: 'fvCtx', alias: 'VRF2' },
    ])
    expect(edges.slice(1)).toEqual([{ id: 'e2', source: 'bd2', target: 'vrf2', kind: 'references' }])
    expect(post_processors).toHaveLength(1)
    expect(pasting.leftOut).toBe(1)
  })

  it('gives new names that nothing else pasted has', () => {
    const canvas = wireCanvas({ nodes: [{ id: 'bd', class_name: 'fvBD' }] })
    const pasted = wireCanvas({
      nodes: [
        { id: 'bd', class_name: 'fvBD' },
        { id: 'bd2', class_name: 'fvBD' },
      ],
    })

    expect(pasteParts(canvas, pasted, { x: 0, y: 0 }).nodes).toEqual(['bd3', 'bd2'])
  })
})

describe('copying', () => {
  it.each([
    [
      ['bd', 'vrf'],
      [2, 1, 1],
    ],
    [['bd'], [1, 0, 0]],
    [[], [0, 0, 0]],
  ])('takes of %j along', (nodes, counts) => {
    const copied = copiedParts(CANVAS, nodes)

    expect([copied.nodes.length, copied.edges.length, copied.post_processors.length]).toEqual(counts)
  })
})
