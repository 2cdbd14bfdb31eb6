import type { CanvasEdge } from '../canvas/canvas.ts'
import { nodesBeyond, depths, validEdges, type Graph } from '../canvas/graph.ts'

/**
 * Edges in the order they are joined: deepest source first, canvas order among equals, and a `left` or `without` edge
 * only after everything behind it. So `a left b inner c` also keeps each a whose b has no c, and `a without b inner c`
 * means "no b that has a c". The graph must be valid (no cycles, no two such edges behind each other).
 */
export function orderEdges(graph: Graph): readonly CanvasEdge[] {
  const depth = depths(graph)
  const waiting = validEdges(graph).toSorted(
    (one, other) => (depth.get(other.source) ?? 0) - (depth.get(one.source) ?? 0),
  )
  const prerequisites = new Map(waiting.map((edge) => [edge, edgesBehind(edge, graph)]))
  const ordered: CanvasEdge[] = []
  while (ordered.length < prerequisites.size) {
    const next = waiting.find(
      (edge) => !ordered.includes(edge) && prerequisites.get(edge)?.every((other) => ordered.includes(other)) === true,
    )
    if (next === undefined) throw new Error('the edges wait for each other: the canvas was not validated')
    ordered.push(next)
  }
  return ordered
}

function edgesBehind(edge: CanvasEdge, graph: Graph): readonly CanvasEdge[] {
  if (edge.join === 'inner') return []
  const nodes = nodesBeyond(edge, graph)
  return validEdges(graph).filter((other) => other !== edge && nodes.has(other.source) && nodes.has(other.target))
}
