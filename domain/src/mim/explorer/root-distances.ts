import type { ClassGraph } from '../graph/class-graph.ts'
import { oncePerGraph } from './once-per-graph.ts'
import { treeRoots } from './tree-roots.ts'

/** The distance of a class that no root reaches. */
export const UNREACHED = 0xff

/** The distance of each class from the nearest tree root; 0 for the roots. */
export const rootDistances = oncePerGraph((graph: ClassGraph): Uint8Array => {
  const distances = new Uint8Array(graph.classCount).fill(UNREACHED)
  const queue = [...treeRoots(graph)]
  for (const root of queue) distances[root] = 0
  for (const id of queue) {
    const next = Math.min(distances[id]! + 1, UNREACHED - 1)
    const contained = graph.contained(id)
    // An indexed loop: this visits every edge, and iterating takes several times as long.
    for (let at = 0; at < contained.length; at++) {
      const child = contained[at]!
      if (distances[child] !== UNREACHED) continue
      distances[child] = next
      queue.push(child)
    }
  }
  return distances
})
