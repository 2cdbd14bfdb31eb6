import { LARGE_CLASS, typicalSize } from '../mim/known-classes.ts'
import type { Canvas, CanvasNode } from '../canvas/canvas.ts'
import { validEdges } from '../canvas/graph.ts'
import type { Problem } from '../canvas/problem.ts'

/** How many objects a class has, as last counted; undefined if never counted. */
export type Sizes = (className: string) => number | undefined

/** Warns about nodes that read a whole large class, with no filter or scope on them or on a node that narrows them. */
export function largeClassWarnings(canvas: Canvas, sizes: Sizes = () => undefined): readonly Problem[] {
  const narrowed = narrowedNodes(canvas)
  return canvas.nodes.flatMap((node, index) => {
    const size = sizes(node.class_name ?? '') ?? typicalSize(node.class_name ?? '')
    if (size === undefined || size < LARGE_CLASS || narrowed.has(node.id)) return []
    return [warning(node, index, size)]
  })
}

function warning(node: CanvasNode, index: number, size: number): Problem {
  const message = `${node.class_name} may have ${size.toLocaleString('en')} objects and nothing narrows it: add a filter or a scope`
  return { code: 'unfiltered_large_class', message, node_id: node.id, path: `nodes.${index}` }
}

/** A source always narrows its target; a target narrows its source unless sources without a target are kept. */
function narrowedNodes(canvas: Canvas): ReadonlySet<string> {
  const edges = validEdges(canvas)
  const narrowed = new Set(canvas.nodes.filter((node) => node.filters.length > 0 || node.scope_dn !== undefined).map(({ id }) => id))
  for (const id of narrowed) {
    for (const edge of edges) {
      if (edge.source === id) narrowed.add(edge.target)
      if (edge.target === id && edge.join === 'inner') narrowed.add(edge.source)
    }
  }
  return narrowed
}
