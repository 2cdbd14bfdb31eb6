import type { ClassGraph } from '../graph/class-graph.ts'
import { oncePerGraph } from './once-per-graph.ts'
import { treeRoots } from './tree-roots.ts'

/** The distance of a class that no root leads to. */
export const UNREACHED = 0xff

/** How many steps below the nearest tree root each class is; 0 for the roots. */
export const rootDistances = oncePerGraph((graph: ClassGraph): Uint8Array => {
  const distances = new Uint8Array(graph.classCount).fill(UNREACHED)
  const queue = [...treeRoots(graph)]
  for (const root of queue) distances[root] = 0
  for (const id of queue) {
    const next = Math.min(distances[id]! + 1, UNREACHED - 1)
    const contained = graph.contained(id)
    // By place: these are all edges there are, and iterating takes several times as long.
    for (let at = 0; at < contained.length; at++) {
      const child = contained[at]!
      if (distances[child] !== UNREACHED) continue
      distances[child] = next
      queue.push(child)
    }
  }
  return distances
})
