import { describe, expect, it } from 'vitest'
import { canvasText, readCanvas } from './read-canvas.ts'
import { wireCanvas } from './wire-canvas.ts'

describe('pasted JSON', () => {
  it.each([
    ['a canvas', { nodes: [{ id: 'n1' }], edges: [{ id: 'e1' }], post_processors: [{ id: 's1' }] }],
    ['a canvas without steps', { nodes: [{ id: 'n1' }] }],
    [
      'a saved query',
      { name: 'BDs', version: 3, nodes: [{ id: 'n1', position: { x: 1, y: 2 } }], edges: [], post_processors: [] },
    ],
  ])('is read as a canvas: %s', (_, json) => {
    expect(readCanvas(JSON.stringify(json))).toEqual({ ok: true, canvas: wireCanvas(json) })
  })

  it.each<[string, string, RegExp]>([
    ['no JSON', '{nodes', /^This is not JSON: /],
    ['a list', '[]', /^Expected an object/],
    ['no nodes', '{}', /^nodes: This field is required/],
    ['a node that is none', '{"nodes": [3]}', /^nodes\.0: /],
    ['a node without an id', '{"nodes": [{}]}', /^nodes\.0\.id: /],
    ['edges that are none', '{"nodes": [], "edges": {}}', /^edges: /],
  ])('names the fault: %s', (_, text, fault) => {
    expect(readCanvas(text)).toEqual({ ok: false, faults: [expect.stringMatching(fault)] })
  })

  it.each([
    [
      { as: 'c', expression: '1' },
      { column: 'c', expression: '1' },
    ],
    [
      { as: 'c', column: 'd' },
      { as: 'c', column: 'd' },
    ],
  ])('names the column of a compute step by `column`: %j', (config, expected) => {
    const { post_processors } = wireCanvas({ post_processors: [{ id: 's1', type: 'compute', config }] })

    expect(post_processors).toEqual([{ id: 's1', type: 'compute', config: expected }])
  })

  it('is what was copied', () => {
    const canvas = wireCanvas({ nodes: [{ id: 'n1', position: { x: 1, y: 2 } }], edges: [], post_processors: [] })

    expect(readCanvas(canvasText(canvas))).toEqual({ ok: true, canvas })
  })
})
