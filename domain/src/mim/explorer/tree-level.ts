import type { MimTree, MimTreeNode } from '@heddle/contract/mim.ts'
import type { ClassGraph } from '../graph/class-graph.ts'
import { classReference } from './class-item.ts'
import { inDisplayOrder, type ShowOptions, shownClasses } from './shown-classes.ts'
import { treeRoots } from './tree-roots.ts'

/** One level of the tree: the roots, or the direct children of a class. A class may occur again below itself. */
export function treeLevel(graph: ClassGraph, parent: number | undefined, options: ShowOptions): MimTree {
  const { shown, leftOut } = shownClasses(
    graph,
    parent === undefined ? treeRoots(graph) : graph.contained(parent),
    options,
  )
  return {
    parent: parent === undefined ? null : graph.className(parent),
    nodes: Array.from(inDisplayOrder(graph, shown), (id) => treeNode(graph, id, options)),
    generic_count: leftOut,
  }
}

function treeNode(graph: ClassGraph, id: number, options: ShowOptions): MimTreeNode {
  const children = shownClasses(graph, graph.contained(id), options).shown.length
  return {
    ...classReference(graph, id),
    package: graph.classPackage(id),
    category: graph.category(id),
    rn_format: graph.classRnFormat(id),
    has_children: children > 0,
    child_count: children,
  }
}
