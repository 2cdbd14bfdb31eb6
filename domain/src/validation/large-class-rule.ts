import { LARGE_CLASS, typicalSize } from '../mim/known-classes.ts'
import type { Canvas, CanvasNode } from '../canvas/canvas.ts'
import { validEdges } from '../canvas/graph.ts'
import { placedClasses } from '../canvas/node-classes.ts'
import type { Problem } from '../canvas/problem.ts'

/** How many objects a class has, as last counted; undefined if never counted. */
export type Sizes = (className: string) => number | undefined

/** Warns about nodes that read a whole large class, with no filter or scope on them or on a node that narrows them. */
export function largeClassWarnings(canvas: Canvas, sizes: Sizes = () => undefined): readonly Problem[] {
  const narrowed = narrowedNodes(canvas)
  return canvas.nodes.flatMap((node, index) => {
    if (narrowed.has(node.id)) return []
    return placedClasses(node).flatMap(({ name, at }) => {
      const size = sizes(name) ?? typicalSize(name)
      if (size === undefined || size < LARGE_CLASS) return []
      return [warning(node, name, node.class_names === undefined ? `nodes.${index}` : `nodes.${index}.${at}`, size)]
    })
  })
}

function warning(node: CanvasNode, className: string, path: string, size: number): Problem {
  const message = `${className} may have ${size.toLocaleString('en')} objects and nothing narrows it: add a filter or a scope`
  return { code: 'unfiltered_large_class', message, node_id: node.id, path }
}

const isNarrow = ({ filters, scope_dn, time_range }: CanvasNode): boolean =>
  filters.length > 0 || scope_dn !== undefined || time_range !== undefined

/** A source always narrows its target; a target narrows its source unless sources without a target are kept. */
function narrowedNodes(canvas: Canvas): ReadonlySet<string> {
  const edges = validEdges(canvas)
  const narrowed = new Set(canvas.nodes.filter(isNarrow).map(({ id }) => id))
  for (const id of narrowed) {
    for (const edge of edges) {
      if (edge.source === id) narrowed.add(edge.target)
      if (edge.target === id && edge.join === 'inner') narrowed.add(edge.source)
    }
  }
  return narrowed
}
