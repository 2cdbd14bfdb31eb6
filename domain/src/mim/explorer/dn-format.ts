import type { ClassGraph } from '../graph/class-graph.ts'

/** How many classes to visit on the way up; a root is only a few steps away. */
const MOST_VISITED = 500

/**
 * The DN format of a class: the first one of its document; else that of the nearest container that has one or is a
 * root, plus the RNs below it. Empty for a class without an RN.
 */
export function dnFormat(graph: ClassGraph, id: number): string {
  const own = graph.firstDnFormat(id)
  const rn = graph.classRnFormat(id)
  if (own !== '' || rn === '') return own
  const seen = new Set([id])
  const queue = [{ at: id, below: rn }]
  for (const { at, below } of queue) {
    for (const container of graph.containers(at)) {
      if (seen.has(container)) continue
      if (seen.size > MOST_VISITED) return rn
      seen.add(container)
      const format = graph.firstDnFormat(container)
      if (format !== '') return `${format}/${below}`
      const step = graph.classRnFormat(container)
      const path = step === '' ? below : `${step}/${below}`
      if (graph.containers(container).length === 0) return path
      queue.push({ at: container, below: path })
    }
  }
  return rn
}
