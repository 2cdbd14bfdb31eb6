import type { CanvasNode } from './canvas.ts'
import { nodesBeyond, validEdges, type Graph } from './graph.ts'

/** Ids of nodes at or behind the target of a `without` edge: their objects are looked for, but never part of a row. */
export function hiddenNodes(graph: Graph): ReadonlySet<string> {
  const hidden = validEdges(graph)
    .filter((edge) => edge.join === 'without')
    .flatMap((edge) => [...nodesBeyond(edge, graph)])
  return new Set(hidden)
}

/**
 * The node whose columns have no prefix: the flagged one, else the only sink, else the first root.
 * Nodes that give no columns (see `hiddenNodes`) and the edges leading to them are ignored.
 */
export function choosePrimary(graph: Graph): CanvasNode | undefined {
  const hidden = hiddenNodes(graph)
  const visible = graph.nodes.filter((node) => !hidden.has(node.id))
  const edges = validEdges(graph).filter((edge) => !hidden.has(edge.source) && !hidden.has(edge.target))
  const sinks = visible.filter((node) => !edges.some((edge) => edge.source === node.id))
  const roots = visible.filter((node) => !edges.some((edge) => edge.target === node.id))
  return visible.find((node) => node.primary) ?? (sinks.length === 1 ? sinks[0] : roots[0])
}

/** The nodes that give columns to a row: the primary one first, the others in canvas order. */
export function rowNodes(graph: Graph): readonly CanvasNode[] {
  const primary = choosePrimary(graph)
  if (primary === undefined) return []
  const hidden = hiddenNodes(graph)
  return [primary, ...graph.nodes.filter((node) => node !== primary && !hidden.has(node.id))]
}
