import type { ClassGraph } from '../graph/class-graph.ts'

/** Caches a value that depends on the whole graph: computed on first use, kept as long as the graph. */
export function oncePerGraph<Value>(compute: (graph: ClassGraph) => Value): (graph: ClassGraph) => Value {
  const kept = new WeakMap<ClassGraph, { readonly value: Value }>()
  return (graph) => {
    const known = kept.get(graph) ?? { value: compute(graph) }
    kept.set(graph, known)
    return known.value
  }
}
