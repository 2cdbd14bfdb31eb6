import type { Canvas, CanvasEdge } from './canvas.ts'

/** Nodes and edges: all that rules about the drawing need. */
export type Graph = Pick<Canvas, 'nodes' | 'edges'>

/** Edges whose two ends exist and differ; the rest are reported by `graph-rules.ts` and ignored everywhere else. */
export function validEdges({ nodes, edges }: Graph): readonly CanvasEdge[] {
  const ids = new Set(nodes.map((node) => node.id))
  return edges.filter((edge) => ids.has(edge.source) && ids.has(edge.target) && edge.source !== edge.target)
}

/** Ids of all nodes reachable from one, following edges both ways; includes the node itself. */
export function connectedTo(start: string, edges: readonly CanvasEdge[]): ReadonlySet<string> {
  const reached = new Set([start])
  // A set may grow while it is iterated, so this ends when nothing new is reached.
  for (const id of reached) {
    for (const edge of edges) {
      if (edge.source === id) reached.add(edge.target)
      if (edge.target === id) reached.add(edge.source)
    }
  }
  return reached
}

/** The connected parts of the drawing, in canvas order. */
export function connectedParts(graph: Graph): readonly (readonly string[])[] {
  const edges = validEdges(graph)
  const parts: ReadonlySet<string>[] = []
  for (const { id } of graph.nodes) {
    if (!parts.some((part) => part.has(id))) parts.push(connectedTo(id, edges))
  }
  return parts.map((part) => [...part])
}

/** The nodes of a directed cycle, or undefined. Removes loose ends until only edges on or between cycles are left. */
export function findCycle(graph: Graph): readonly string[] | undefined {
  let edges = validEdges(graph)
  for (let before = -1; before !== edges.length;) {
    before = edges.length
    edges = edges.filter(
      (edge) =>
        edges.some((other) => other.target === edge.source) && edges.some((other) => other.source === edge.target),
    )
  }
  return edges.length === 0 ? undefined : walkCycle(edges)
}

function walkCycle(edges: readonly CanvasEdge[]): readonly string[] {
  const path: string[] = []
  let next = edges[0]?.source ?? ''
  while (!path.includes(next)) {
    path.push(next)
    next = edges.find((edge) => edge.source === path.at(-1))?.target ?? ''
  }
  return path.slice(path.indexOf(next))
}

/** Length of the longest path from a root to each node; the graph must not have a directed cycle. */
export function depths(graph: Graph): ReadonlyMap<string, number> {
  const edges = validEdges(graph)
  const found = new Map(graph.nodes.map((node) => [node.id, 0]))
  for (let round = 0; round < graph.nodes.length; round += 1) {
    for (const { source, target } of edges)
      found.set(target, Math.max(found.get(target) ?? 0, (found.get(source) ?? 0) + 1))
  }
  return found
}

/**
 * The nodes on the target's side of an edge: everything still connected to the target once the edge is removed.
 * For a `left` or `without` edge this is what is joined before the edge itself. Includes the source if the edge
 * is part of a loop.
 */
export function nodesBeyond(edge: CanvasEdge, graph: Graph): ReadonlySet<string> {
  return connectedTo(
    edge.target,
    validEdges(graph).filter((other) => other !== edge),
  )
}
