import type { ClassGraph, GraphRelation, OwnRelation } from '../graph/class-graph.ts'
import { enumerate, type ClassNote, labelledName } from './note.ts'

const MOST_NAMED = 6

/** Which end of a relation to configure, and which classes a class points to or is referenced by. */
export function relationNotes(graph: ClassGraph, id: number): ClassNote[] {
  const relation = graph.relationOf(id)
  const relations = graph.relations(id)
  return [
    ...(relation === undefined ? [] : [relation.is_source ? sourceNote(graph, relation) : targetNote(graph, relation)]),
    ...pointsToNote(graph, relations),
    ...pointedAtNote(graph, relations),
  ]
}

function sourceNote(graph: ClassGraph, relation: OwnRelation): ClassNote {
  const target = nameOf(graph, relation.target)
  const how =
    relation.type === 'explicit'
      ? 'set `tDn` to the DN of the target'
      : 'set the name of the target, which the controller resolves to `tDn`'
  const unknown = relation.type === 'explicit' || relation.type === 'named' ? `; ${how}` : ''
  return {
    title: 'The end to configure',
    text: `An object of this class points from ${nameOf(graph, relation.source)} to ${target}${unknown}. If the target does not exist, \`state\` says so.`,
  }
}

function targetNote(graph: ClassGraph, relation: OwnRelation): ClassNote {
  return {
    title: 'The read-only end',
    text: `The controller creates these objects below the target. Configure ${nameOf(graph, relation.relation_class)} below ${nameOf(graph, relation.source)} instead.`,
  }
}

function pointsToNote(graph: ClassGraph, relations: readonly GraphRelation[]): ClassNote[] {
  const named = relations
    .filter(({ direction }) => direction === 'to')
    .map(({ other, relation_class }) => `${labelledName(graph, other)} through ${relation_class}`)
  return named.length === 0 ? [] : [{ title: 'Points to', text: `${enumerate(named, MOST_NAMED)}.` }]
}

function pointedAtNote(graph: ClassGraph, relations: readonly GraphRelation[]): ClassNote[] {
  const named = relations
    .filter(({ direction }) => direction === 'from')
    .map(({ other, relation_class }) => `${labelledName(graph, other)} through ${relation_class}`)
  return named.length === 0 ? [] : [{ title: 'Referenced by', text: `${enumerate(named, MOST_NAMED)}.` }]
}

function nameOf(graph: ClassGraph, className: string): string {
  const id = graph.find(className)
  return id === undefined ? className : labelledName(graph, id)
}
