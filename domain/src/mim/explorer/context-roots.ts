import type { ClassGraph } from '../graph/class-graph.ts'
import { inDisplayOrder } from './shown-classes.ts'
import { treeRoots } from './tree-roots.ts'

/**
 * The classes that the model marks as context roots, such as `fvTenant`, in display order. If the model marks none, as
 * with compact class lists, the roots of the tree.
 */
export function contextRoots(graph: ClassGraph): Uint32Array {
  const all = Uint32Array.from({ length: graph.classCount }, (_, id) => id)
  const marked = all.filter((id) => graph.has(id, 'is_context_root'))
  return inDisplayOrder(graph, marked.length > 0 ? marked : treeRoots(graph))
}
