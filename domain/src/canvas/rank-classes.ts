import type { ClassGraph } from '../mim/graph/class-graph.ts'
import { familiarPlace } from '../mim/known/familiar-classes.ts'

/** How much classes are used where this runs. */
export type ClassUse = {
  /** In how many saved queries the two classes are joined. */
  readonly together: (className: string, other: string) => number
  /** How many objects were counted on the controller; undefined if none of its runs has read the class. */
  readonly objects: (className: string) => number | undefined
}

export const UNUSED: ClassUse = { together: () => 0, objects: () => undefined }

/**
 * Sorts classes that could be joined to one by what people use: those joined with it in saved queries, those with
 * objects, those that operators know, what can be configured before what can only be read, policies and relation
 * objects; then by name. Those without an object come after all that may have some, and what never helps comes last.
 */
export function rankClasses(graph: ClassGraph, ids: Iterable<number>, beside: string, use: ClassUse): number[] {
  const keys = Array.from(new Set(ids), (id) => ({ id, name: graph.className(id), key: keyOf(graph, id, beside, use) }))
  return keys.sort((a, b) => compareKeys(a.key, b.key) || (a.name < b.name ? -1 : 1)).map(({ id }) => id)
}

function keyOf(graph: ClassGraph, id: number, beside: string, use: ClassUse): readonly number[] {
  const name = graph.className(id)
  const objects = use.objects(name)
  return [
    Number(isOfNoHelp(graph, id)),
    Number(objects === 0),
    -use.together(beside, name),
    objects === undefined ? 1 : 0,
    name === beside ? Infinity : familiarPlace(name),
    kindOf(graph, id),
  ]
}

const compareKeys = (a: readonly number[], b: readonly number[]): number => {
  const place = a.findIndex((value, index) => value !== b[index])
  return place === -1 ? 0 : a[place]! < b[place]! ? -1 : 1
}

/** No object is of an abstract class, and the objects of an `Rt` class only repeat those of its `Rs` class. */
function isOfNoHelp(graph: ClassGraph, id: number): boolean {
  return graph.has(id, 'is_abstract') || graph.has(id, 'is_deprecated') || isReverse(graph, id)
}

const isReverse = (graph: ClassGraph, id: number): boolean =>
  graph.relationOf(id)?.is_source === false ||
  (graph.category(id) === 'relation' && graph.className(id).slice(graph.classPackage(id).length).startsWith('Rt'))

const POLICY = /Pol(?:Cont|Def)?$/

function kindOf(graph: ClassGraph, id: number): number {
  if (graph.category(id) === 'relation') return 3
  if (POLICY.test(graph.className(id))) return 2
  return graph.has(id, 'is_configurable') ? 0 : 1
}
