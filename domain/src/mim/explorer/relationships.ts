import type { MimRelationships } from '@heddle/contract/mim.ts'
import type { ClassGraph, GraphRelation } from '../graph/class-graph.ts'
import { classReference } from './class-item.ts'
import { type ShowOptions, shownClasses } from './shown-classes.ts'

/** The classes directly connected to a class, by class name. Only contained classes may be left out as generic. */
export function relationships(graph: ClassGraph, id: number, options: ShowOptions): MimRelationships {
  const { shown, leftOut } = shownClasses(graph, graph.contained(id), options)
  return {
    class_name: graph.className(id),
    containers: Array.from(graph.containers(id), (container) => classReference(graph, container)),
    contained: Array.from(shown, (child) => classReference(graph, child)),
    generic_count: leftOut,
    associations: graph.relations(id).map((relation) => association(graph, relation)),
  }
}

function association(
  graph: ClassGraph,
  { other, ...relation }: GraphRelation,
): MimRelationships['associations'][number] {
  return { ...relation, ...classReference(graph, other) }
}
