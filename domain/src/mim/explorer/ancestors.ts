import type { MimAncestors } from '@heddle/contract/mim.ts'
import type { ClassGraph } from '../graph/class-graph.ts'
import { classReference } from './class-item.ts'
import { pathsFromRoots } from './paths-from-roots.ts'

const MOST_PATHS = 20

/**
 * The paths from a tree root down to the class, shortest first, then by name. A class without containers is its own
 * path; one that is contained but not reachable from a root has none.
 */
export function ancestors(graph: ClassGraph, id: number): MimAncestors {
  const { paths, complete } = pathsFromRoots(graph, id, MOST_PATHS)
  return {
    class_name: graph.className(id),
    paths: paths.map((path) =>
      path.map((step) => ({ ...classReference(graph, step), rn_format: graph.classRnFormat(step) })),
    ),
    truncated: !complete,
  }
}
