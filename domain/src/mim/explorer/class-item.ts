import type { MimClassItem } from '@heddle/contract/mim.ts'
import type { ClassGraph } from '../graph/class-graph.ts'

/** A class as shown in lists. */
export function classItem(graph: ClassGraph, id: number): MimClassItem {
  return {
    name: graph.className(id),
    display_name: graph.displayName(id),
    package: graph.classPackage(id),
    category: graph.category(id),
    description: graph.classDescription(id),
  }
}

/** A class, reduced to its names. */
export function classReference(graph: ClassGraph, id: number): { class_name: string; display_name: string } {
  return { class_name: graph.className(id), display_name: graph.displayName(id) }
}
