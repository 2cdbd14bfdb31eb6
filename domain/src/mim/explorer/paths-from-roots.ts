import type { ClassGraph } from '../graph/class-graph.ts'
import { rootDistances, UNREACHED } from './root-distances.ts'

type Path = readonly number[]

/** How many containers to visit in total: enough for every real class, and a limit for pathological models. */
const MOST_LOOKS = 20_000
/** Steps below a root; real models have a dozen. */
const LONGEST = 40

/**
 * Paths from tree roots to a class without repeated classes or a second root: up to `most`, shortest first, then by
 * class names from the root. Finds all paths of one length before longer ones, and climbs only where a root is near
 * enough, so that a class with ten thousand containers costs no more than others. `complete` if there are no more
 * paths.
 */
export function pathsFromRoots(graph: ClassGraph, id: number, most: number): { paths: Path[]; complete: boolean } {
  const distances = rootDistances(graph)
  const nearest = distances[id] ?? UNREACHED
  if (nearest === 0 || graph.containers(id).length === 0) return { paths: [[id]], complete: true }
  if (nearest === UNREACHED) return { paths: [], complete: true }

  const found: Path[] = []
  const walk: Walk = { graph, distances, most: most + 1, found, looks: 0, cuts: 0 }
  let longer = true
  for (
    let length: number = nearest;
    longer && length <= LONGEST && found.length <= most && walk.looks < MOST_LOOKS;
    length++
  ) {
    const before = walk.cuts
    climb(walk, [id], length)
    longer = walk.cuts > before
  }
  found.sort((a, b) => a.length - b.length || compareFromRoot(a, b))
  return { paths: found.slice(0, most), complete: found.length <= most && !longer && walk.looks < MOST_LOOKS }
}

type Walk = {
  readonly graph: ClassGraph
  readonly distances: Uint8Array
  readonly most: number
  readonly found: Path[]
  looks: number
  /** How often a path was abandoned for being too long. While this happens, there may be longer paths. */
  cuts: number
}

/** Climbs from the top of a path by exactly that many steps. */
function climb(walk: Walk, path: Path, steps: number): void {
  for (const container of walk.graph.containers(path[0]!)) {
    if (walk.found.length >= walk.most || walk.looks >= MOST_LOOKS) return
    walk.looks += 1
    const distance = walk.distances[container]!
    if (distance === UNREACHED || path.includes(container)) continue
    if (distance > steps - 1) walk.cuts += 1
    else if (distance > 0) climb(walk, [container, ...path], steps - 1)
    else if (steps === 1) walk.found.push([container, ...path])
  }
}

// Ids are in the order of names.
function compareFromRoot(a: Path, b: Path): number {
  const at = a.findIndex((id, place) => id !== b[place])
  return at < 0 ? 0 : a[at]! - b[at]!
}
