import type { MimRelated } from '@heddle/contract/mim.ts'
import type { ClassGraph } from '../graph/class-graph.ts'
import { classItem } from './class-item.ts'
import { type ShowOptions, shownClasses } from './shown-classes.ts'

type Related = MimRelated['related'][number]

/** Limit per kind of relationship: a generic class has ten thousand containers, which no user reads. */
const MOST_OF_A_KIND = 500

/**
 * The classes around a class: relations first, then containment, then inheritance, each by class name and at most 500
 * of a kind. Only contained classes may be left out as generic.
 */
export function relatedClasses(graph: ClassGraph, id: number, options: ShowOptions): MimRelated {
  const { shown, leftOut } = shownClasses(graph, graph.contained(id), options)
  const all = (relationship: Related['relationship'], ids: Uint32Array) =>
    Array.from(ids.subarray(0, MOST_OF_A_KIND), (other) => related(graph, other, relationship, null))
  return {
    class_name: graph.className(id),
    related: [
      ...throughRelations(graph, id, 'to'),
      ...throughRelations(graph, id, 'from'),
      ...all('container', graph.containers(id)),
      ...all('contained', shown),
      ...all('superclass', graph.superClasses(id)),
      ...all('subclass', graph.subClasses(id)),
    ],
    generic_count: leftOut,
  }
}

function throughRelations(graph: ClassGraph, id: number, direction: 'to' | 'from'): Related[] {
  return graph
    .relations(id)
    .filter((relation) => relation.direction === direction)
    .slice(0, MOST_OF_A_KIND)
    .map(({ other, relation_class }) => related(graph, other, `relation_${direction}`, relation_class))
}

function related(
  graph: ClassGraph,
  id: number,
  relationship: Related['relationship'],
  relationClass: string | null,
): Related {
  return { ...classItem(graph, id), relationship, relation_class: relationClass }
}
