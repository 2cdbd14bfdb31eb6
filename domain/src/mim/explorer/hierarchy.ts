import type { MimHierarchy, MimHierarchyNode } from '@heddle/contract/mim.ts'
import type { ClassGraph } from '../graph/class-graph.ts'
import { classReference } from './class-item.ts'
import { inDisplayOrder, type ShowOptions, shownClasses } from './shown-classes.ts'

const DEFAULT_DEPTH = 2
const DEEPEST = 5
const MOST_NODES = 5_000

/**
 * The classes that can be below a class, level by level, so that upper levels are complete if the result is cut at
 * 5,000 classes. Depth counts the levels below the class. A class that can be below itself appears at each level.
 */
export function hierarchy(
  graph: ClassGraph,
  id: number,
  options: ShowOptions & { readonly depth?: number | undefined },
): MimHierarchy {
  const depth = Math.max(1, Math.min(options.depth ?? DEFAULT_DEPTH, DEEPEST))
  const top = nodeOf(graph, id)
  let level = [{ id, node: top }]
  let [room, genericCount, truncated] = [MOST_NODES, 0, false]
  for (let at = 0; at < depth && !truncated; at++) {
    const next: typeof level = []
    for (const { id, node } of level) {
      const { shown, leftOut } = shownClasses(graph, graph.contained(id), options)
      const kept = inDisplayOrder(graph, shown).subarray(0, room)
      for (const child of kept) {
        const below = nodeOf(graph, child)
        node.children.push(below)
        next.push({ id: child, node: below })
      }
      genericCount += leftOut
      room -= kept.length
      truncated = kept.length < shown.length
      if (truncated) break
    }
    level = next
  }
  return { ...top, truncated, generic_count: genericCount }
}

function nodeOf(graph: ClassGraph, id: number): MimHierarchyNode {
  return { ...classReference(graph, id), children: [] }
}
