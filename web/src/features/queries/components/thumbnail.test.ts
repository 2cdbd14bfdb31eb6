import { describe, expect, it } from 'vitest'
import { drawThumbnail } from './thumbnail.ts'

const BOX = { width: 60, height: 36, margin: 4 }
const at = (id: string, x: number, y: number) => ({ id, position: { x, y } })

describe('the thumbnail of a canvas', () => {
  it('draws nothing for an empty canvas', () => {
    expect(drawThumbnail({ nodes: [], edges: [] }, BOX)).toMatchObject({ nodes: [], threads: [] })
  })

  it('puts a single node into the middle', () => {
    expect(drawThumbnail({ nodes: [at('a', 900, -40)], edges: [] }, BOX).nodes).toEqual([
      { x: 30, y: 18, isPrimary: false },
    ])
  })

  it('fits all nodes into the box', () => {
    const nodes = [at('a', 0, 0), at('b', 2600, 0), at('c', 0, 1800)]

    for (const { x, y } of drawThumbnail({ nodes, edges: [] }, BOX).nodes) {
      expect(x).toBeGreaterThan(BOX.margin)
      expect(x).toBeLessThan(BOX.width - BOX.margin)
      expect(y).toBeGreaterThan(BOX.margin)
      expect(y).toBeLessThan(BOX.height - BOX.margin)
    }
  })

  it('sets nodes of one place below each other, and those without a place side by side', () => {
    const [a, b] = drawThumbnail({ nodes: [at('a', 0, 0), at('b', 0, 0)], edges: [] }, BOX).nodes
    const [c, d] = drawThumbnail({ nodes: [{ id: 'c' }, { id: 'd', position: { x: 'left' } }], edges: [] }, BOX).nodes

    expect([a!.x === b!.x, a!.y < b!.y]).toEqual([true, true])
    expect([c!.y === d!.y, c!.x < d!.x]).toEqual([true, true])
  })

  it.each([
    ['contains', 'contains'],
    ['references', 'references'],
    ['match', 'match'],
    [undefined, 'auto'],
    ['another', 'auto'],
  ])('draws a thread of kind %s as %s', (kind, drawn) => {
    const { threads } = drawThumbnail(
      { nodes: [at('a', 0, 0), at('b', 260, 0)], edges: [{ source: 'a', target: 'b', kind }] },
      BOX,
    )

    expect(threads.map((thread) => thread.kind)).toEqual([drawn])
  })

  it('leaves out a thread whose node is missing', () => {
    expect(drawThumbnail({ nodes: [at('a', 0, 0)], edges: [{ source: 'a', target: 'z' }] }, BOX).threads).toEqual([])
  })
})
