import type { ClassGraph } from '../graph/class-graph.ts'

/** Classes looked at on the way up; the way to a root is a few steps long. */
const MOST_VISITED = 500

/**
 * Where an object of the class stands: the first DN format of its document; without one the format of the nearest container that has one
 * or is a root, with the RNs below it; for a class without an RN nothing.
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
