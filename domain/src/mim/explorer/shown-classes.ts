import type { ClassGraph } from '../graph/class-graph.ts'

export type ShowOptions = { readonly includeGeneric: boolean }

/** The classes of a list to show, and the number of generic ones (tags, faults, health, statistics) left out. */
export function shownClasses(
  graph: ClassGraph,
  ids: Uint32Array,
  { includeGeneric }: ShowOptions,
): { shown: Uint32Array; leftOut: number } {
  const shown = includeGeneric ? ids : ids.filter((id) => !graph.isGeneric(id))
  return { shown, leftOut: ids.length - shown.length }
}

/** By display name, then by class name. */
export function inDisplayOrder(graph: ClassGraph, ids: Uint32Array): Uint32Array {
  return ids.toSorted((a, b) => graph.displayPlace(a) - graph.displayPlace(b))
}
