import type { ClassModel } from '../mim/model.ts'
import type { Suggestions } from '../suggest.ts'
import type { Canvas, CanvasEdge } from '../canvas/canvas.ts'
import { unknownProperty } from './class-rules.ts'
import { validEdges } from '../canvas/graph.ts'
import type { Problem } from '../canvas/problem.ts'
import { nodeClasses } from '../canvas/node-classes.ts'
import { resolveEdgeOfUnions } from '../canvas/resolve-union-edge.ts'

/** Edges that have no meaning between the classes at their ends. */
export function edgeProblems(canvas: Canvas, model: ClassModel, suggestions: Suggestions): readonly Problem[] {
  return validEdges(canvas).flatMap((edge) => {
    const path = `edges.${canvas.edges.indexOf(edge)}`
    return [...meaningFault(canvas, edge, path, model, suggestions), ...matchedProperties(canvas, edge, path, model, suggestions)]
  })
}

function meaningFault(canvas: Canvas, edge: CanvasEdge, path: string, model: ClassModel, suggestions: Suggestions): Problem[] {
  const [source, target] = [edge.source, edge.target].map((id) => nodeOf(canvas, id)).map((node) => (node ? nodeClasses(node) : []))
  if (!source?.length || !target?.length) return []
  const resolved = resolveEdgeOfUnions(edge, { source, target }, model, suggestions)
  if (resolved.ok) return []
  const field = resolved.fault.code === 'bad_value' ? `${path}.on` : edge.through === undefined ? path : `${path}.through`
  return [{ ...resolved.fault, edge_id: edge.id, path: field }]
}

function matchedProperties(canvas: Canvas, edge: CanvasEdge, path: string, model: ClassModel, suggestions: Suggestions): Problem[] {
  const { on } = edge
  if (on === undefined) return []
  return (['source', 'target'] as const).flatMap((end) => {
    const node = nodeOf(canvas, edge[end])
    const problems = node === undefined ? [] : unknownProperty(node, on[end], `${path}.on.${end}`, model, suggestions)
    return problems.map((problem) => ({ ...problem, edge_id: edge.id }))
  })
}

function nodeOf({ nodes }: Canvas, id: string): Canvas['nodes'][number] | undefined {
  return nodes.find((node) => node.id === id)
}
