import type { ClassGraph } from '../graph/class-graph.ts'
import { oncePerGraph } from './once-per-graph.ts'

const ROOT = 'topRoot'

/**
 * Where the tree begins: the children of `topRoot` (`uni`, `topology`…). Without it, or when it says nothing: what no class contains and
 * what is a context root or contains others itself.
 */
export const treeRoots = oncePerGraph((graph: ClassGraph): Uint32Array => {
  const root = graph.find(ROOT)
  const below = root === undefined ? undefined : graph.contained(root).filter((id) => id !== root)
  if (below !== undefined && below.length > 0) return below
  return Uint32Array.from({ length: graph.classCount }, (_, id) => id).filter((id) => id !== root && isUpmost(graph, id))
})

function isUpmost(graph: ClassGraph, id: number): boolean {
  if (graph.containers(id).length > 0 || graph.has(id, 'is_abstract')) return false
  return graph.has(id, 'is_context_root') || graph.contained(id).length > 0
}
