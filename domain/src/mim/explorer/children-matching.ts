import type { MimClassItem } from '@heddle/contract/mim.ts'
import type { ClassGraph } from '../graph/class-graph.ts'
import { classItem } from './class-item.ts'
import { inDisplayOrder } from './shown-classes.ts'

/** What can be directly below a class and has the text in its name or display name; case does not count, an empty text finds nothing. */
export function childrenMatching(graph: ClassGraph, id: number, text: string): MimClassItem[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const matches = (child: number) => [graph.className(child), graph.displayName(child)].some((name) => name.toLowerCase().includes(wanted))
  return Array.from(inDisplayOrder(graph, graph.contained(id).filter(matches)), (child) => classItem(graph, child))
}
