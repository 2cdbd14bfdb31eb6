import type { ClassGraph } from '../graph/class-graph.ts'

/** What depends on the whole graph is computed when first asked for and lives as long as the graph. */
export function oncePerGraph<Value>(compute: (graph: ClassGraph) => Value): (graph: ClassGraph) => Value {
  const kept = new WeakMap<ClassGraph, { readonly value: Value }>()
  return (graph) => {
    const known = kept.get(graph) ?? { value: compute(graph) }
    kept.set(graph, known)
    return known.value
  }
}
