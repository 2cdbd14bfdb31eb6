import { ownText, type WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'

/** The part of a canvas that leads to a node, without steps: what a run "to here" runs. */
export function partUpTo(canvas: WireCanvas, node: string): WireCanvas {
  const wanted = new Set([node])
  for (let before = 0; before !== wanted.size;) {
    before = wanted.size
    for (const edge of canvas.edges) {
      const [source, target] = [ownText(edge, 'source'), ownText(edge, 'target')]
      if (source !== undefined && target !== undefined && wanted.has(target)) wanted.add(source)
    }
  }
  return {
    nodes: canvas.nodes
      .filter(({ id }) => wanted.has(id))
      .map((part) => (part.id === node ? { ...part, primary: true } : { ...part, primary: false })),
    edges: canvas.edges.filter(
      (edge) => wanted.has(ownText(edge, 'source') ?? '') && wanted.has(ownText(edge, 'target') ?? ''),
    ),
    post_processors: [],
  }
}
