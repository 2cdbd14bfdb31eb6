import type { IndexParts } from '../parts.ts'
import { openLists } from '../search/lists.ts'
import { numbersOf } from '../search/part-of.ts'
import { valuesBelow, listAt } from './adjacency.ts'
import type { GraphRelation, MentionedClasses, OwnRelation } from './class-graph.ts'
import { NO_CLASS } from './relation-edges.ts'

type TextOf = (id: number) => string

/** Relations of a class and its superclasses, and the relation that an Rs or Rt class belongs to. */
export function openRelations(parts: IndexParts, text: TextOf, mentioned: MentionedClasses, classCount: number) {
  const column = (name: string) => numbersOf(parts, `graph.relation.${name}`)
  const [relations, reverses, froms, tos] = [column('relation'), column('reverse'), column('from'), column('to')]
  const [types, cardinalities, own] = [column('type'), column('cardinality'), column('own')]
  const ends = { to: openLists(parts, 'graph.leaving'), from: openLists(parts, 'graph.reaching') }

  const halves = (edge: number) => ({
    relation_class: mentioned.name(relations[edge]!),
    reverse_class: reverses[edge] === NO_CLASS ? null : mentioned.name(reverses[edge]!),
    cardinality: text(cardinalities[edge]!),
    type: text(types[edge]!),
  })
  // Classes that were not imported are mostly abstract, so the real objects are those of their subclasses.
  const imported = (end: number) => (end < classCount ? [end] : valuesBelow(classCount, mentioned.subClasses(end)))

  const declaredOn = (holder: number, direction: 'to' | 'from', inherited: boolean): GraphRelation[] =>
    Array.from(listAt(ends[direction], holder)).flatMap((edge) => {
      const found = { direction, ...halves(edge), inherited_from: inherited ? mentioned.name(holder) : null }
      return Array.from(imported((direction === 'to' ? tos : froms)[edge]!), (other) => ({ ...found, other }))
    })

  return {
    relations: (id: number): GraphRelation[] =>
      [id, ...mentioned.superClasses(id)]
        .flatMap((holder) => [...declaredOn(holder, 'to', holder !== id), ...declaredOn(holder, 'from', holder !== id)])
        .sort(byClassNames),
    relationOf: (id: number): OwnRelation | undefined => {
      const edge = own[id] ?? NO_CLASS
      if (edge === NO_CLASS) return undefined
      const [source, target] = [mentioned.name(froms[edge]!), mentioned.name(tos[edge]!)]
      return { is_source: relations[edge] === id, ...halves(edge), source, target }
    },
  }
}

function byClassNames(a: GraphRelation, b: GraphRelation): number {
  if (a.direction !== b.direction) return a.direction === 'to' ? -1 : 1
  if (a.relation_class !== b.relation_class) return a.relation_class < b.relation_class ? -1 : 1
  return a.other - b.other
}
