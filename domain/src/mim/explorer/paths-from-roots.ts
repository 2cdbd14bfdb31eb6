import type { ClassGraph } from '../graph/class-graph.ts'
import { rootDistances, UNREACHED } from './root-distances.ts'

type Path = readonly number[]

/** Containers looked at in all: enough for every real class, and an end for models made to be endless. */
const MOST_LOOKS = 20_000
/** Steps below a root; real models have a dozen. */
const LONGEST = 40

/**
 * Ways from tree roots to a class that pass no class twice and no second root, at most so many, shortest first, then by class names from
 * the root on. Looks for all ways of one length before longer ones, and goes up only where a root is near enough, so that
 * a class with ten thousand containers costs no more than others. `complete` when there are no more ways.
 */
export function pathsFromRoots(graph: ClassGraph, id: number, most: number): { paths: Path[]; complete: boolean } {
  const distances = rootDistances(graph)
  const nearest = distances[id] ?? UNREACHED
  if (nearest === 0 || graph.containers(id).length === 0) return { paths: [[id]], complete: true }
  if (nearest === UNREACHED) return { paths: [], complete: true }

  const found: Path[] = []
  const walk: Walk = { graph, distances, most: most + 1, found, looks: 0, cuts: 0 }
  let longer = true
  for (let length: number = nearest; longer && length <= LONGEST && found.length <= most && walk.looks < MOST_LOOKS; length++) {
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
  /** How often a way was left because it is longer than asked for: while there are such, there may be longer ones. */
  cuts: number
}

/** Goes on from the top of a path by exactly so many steps. */
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

// The order of ids is the order of names.
function compareFromRoot(a: Path, b: Path): number {
  const at = a.findIndex((id, place) => id !== b[place])
  return at < 0 ? 0 : a[at]! - b[at]!
}
