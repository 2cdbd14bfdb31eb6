import type { MimClassItem } from '@heddle/contract/mim.ts'
import type { ClassGraph } from '../graph/class-graph.ts'
import { classItem } from './class-item.ts'
import { inDisplayOrder } from './shown-classes.ts'

/**
 * Direct children of a class with the text in their name or display name. Ignores case; an empty text finds nothing.
 */
export function childrenMatching(graph: ClassGraph, id: number, text: string): MimClassItem[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const matches = (child: number) =>
    [graph.className(child), graph.displayName(child)].some((name) => name.toLowerCase().includes(wanted))
  return Array.from(inDisplayOrder(graph, graph.contained(id).filter(matches)), (child) => classItem(graph, child))
}
