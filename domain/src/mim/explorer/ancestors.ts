import type { MimAncestors } from '@heddle/contract/mim.ts'
import type { ClassGraph } from '../graph/class-graph.ts'
import { classReference } from './class-item.ts'
import { pathsFromRoots } from './paths-from-roots.ts'

const MOST_PATHS = 20

/**
 * The ways from a tree root down to the class, shortest first, then by name. A class that nothing contains is a way of its own; one that
 * is contained but not from any root has none.
 */
export function ancestors(graph: ClassGraph, id: number): MimAncestors {
  const { paths, complete } = pathsFromRoots(graph, id, MOST_PATHS)
  return {
    class_name: graph.className(id),
    paths: paths.map((path) => path.map((step) => ({ ...classReference(graph, step), rn_format: graph.classRnFormat(step) }))),
    truncated: !complete,
  }
}
