import type { MimClassItem } from '@heddle/contract/mim.ts'
import type { ClassGraph } from '../graph/class-graph.ts'

/** A class as lists show it. */
export function classItem(graph: ClassGraph, id: number): MimClassItem {
  return {
    name: graph.className(id),
    display_name: graph.displayName(id),
    package: graph.classPackage(id),
    category: graph.category(id),
    description: graph.classDescription(id),
  }
}

/** A class in as few words as possible. */
export function classReference(graph: ClassGraph, id: number): { class_name: string; display_name: string } {
  return { class_name: graph.className(id), display_name: graph.displayName(id) }
}
