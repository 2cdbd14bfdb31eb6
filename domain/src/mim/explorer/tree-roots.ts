import type { ClassGraph } from '../graph/class-graph.ts'
import { oncePerGraph } from './once-per-graph.ts'

const ROOT = 'topRoot'

/**
 * The roots of the tree: the children of `topRoot` (`uni`, `topology`…). Without it, or if it has none: classes that no
 * class contains and that are context roots or contain others.
 */
export const treeRoots = oncePerGraph((graph: ClassGraph): Uint32Array => {
  const root = graph.find(ROOT)
  const below = root === undefined ? undefined : graph.contained(root).filter((id) => id !== root)
  if (below !== undefined && below.length > 0) return below
  return Uint32Array.from({ length: graph.classCount }, (_, id) => id).filter(
    (id) => id !== root && isUpmost(graph, id),
  )
})

function isUpmost(graph: ClassGraph, id: number): boolean {
  if (graph.containers(id).length > 0 || graph.has(id, 'is_abstract')) return false
  return graph.has(id, 'is_context_root') || graph.contained(id).length > 0
}
