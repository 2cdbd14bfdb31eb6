import type { MimTree, MimTreeNode } from '@heddle/contract/mim.ts'
import type { ClassGraph } from '../graph/class-graph.ts'
import { familiarPlace } from '../known/familiar-classes.ts'
import { classReference } from './class-item.ts'
import { inDisplayOrder, type ShowOptions, shownClasses } from './shown-classes.ts'
import { treeRoots } from './tree-roots.ts'

type TreeOptions = ShowOptions & {
  /** How many objects of a class are known; see `ClassUse`. */
  readonly objects?: (className: string) => number | undefined
}

/** Tenants, fabric, access and nodes. */
const START = ['fvTenant', 'fabricNode', 'infraInfra', 'fabricPod', 'topSystem', 'physDomP', 'vmmProvP']

/**
 * One level of the tree: the roots, or the direct children of a class, those that operators know first. A class may
 * occur again below itself.
 */
export function treeLevel(graph: ClassGraph, parent: number | undefined, options: TreeOptions): MimTree {
  const { shown, leftOut } = shownClasses(
    graph,
    parent === undefined ? treeRoots(graph) : graph.contained(parent),
    options,
  )
  const place = (id: number) => familiarPlace(graph.className(id))
  const ordered = Array.from(inDisplayOrder(graph, shown))
  const known = ordered.filter((id) => place(id) < Infinity).sort((a, b) => place(a) - place(b))
  const start = parent === undefined ? START.flatMap((name) => graph.find(name) ?? []) : []
  return {
    parent: parent === undefined ? null : graph.className(parent),
    nodes: [...new Set([...known, ...ordered])].map((id) => treeNode(graph, id, options)),
    start: start.map((id) => treeNode(graph, id, options)),
    generic_count: leftOut,
  }
}

function treeNode(graph: ClassGraph, id: number, options: TreeOptions): MimTreeNode {
  const children = shownClasses(graph, graph.contained(id), options).shown.length
  return {
    ...classReference(graph, id),
    package: graph.classPackage(id),
    category: graph.category(id),
    rn_format: graph.classRnFormat(id),
    has_children: children > 0,
    child_count: children,
    objects: options.objects?.(graph.className(id)) ?? null,
  }
}
