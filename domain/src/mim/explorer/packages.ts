import type { MimPackage } from '@heddle/contract/mim.ts'
import type { ClassGraph } from '../graph/class-graph.ts'

/** All packages by name. */
export function packages(graph: ClassGraph): MimPackage[] {
  return Array.from({ length: graph.packageCount }, (_, id) => {
    const name = graph.packageName(id)
    return { name, class_count: graph.classesOfPackage(name).length, description: graph.packageDescription(id) }
  })
}

/** The packages with the most classes, largest first. */
export function topClassPackages(graph: ClassGraph, limit: number): MimPackage[] {
  return packages(graph)
    .sort((a, b) => b.class_count - a.class_count)
    .slice(0, limit)
}
