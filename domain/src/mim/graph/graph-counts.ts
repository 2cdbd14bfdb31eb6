import type { IndexLists } from '../search/lists.ts'
import { valuesBelow, listAt } from './adjacency.ts'
import type { ClassDraft } from './class-draft.ts'
import type { GraphCounts } from './class-graph.ts'
import type { RelationEdge } from './relation-edges.ts'

export type CompiledEdges = {
  readonly contained: IndexLists
  readonly supers: IndexLists
  readonly relations: readonly RelationEdge[]
}

/** Counts the contents of a graph, and the edges of any kind that end at a class that was not imported. */
export function countGraph(
  drafts: readonly ClassDraft[],
  { contained, supers, relations }: CompiledEdges,
): GraphCounts {
  const known = drafts.length
  const containments = drafts.reduce((sum, _, id) => sum + valuesBelow(known, listAt(contained, id)).length, 0)
  const inheritances = drafts.reduce(
    (sum, _, id) => sum + listAt(supers, id).filter((above) => above < known).length,
    0,
  )
  const complete = relations.filter(({ from, to }) => from < known && to < known).length
  return {
    classes: known,
    properties: drafts.reduce((sum, { properties }) => sum + properties.length, 0),
    packages: new Set(drafts.map((draft) => draft.package)).size,
    containments,
    relations: complete,
    dangling:
      contained.values.length - containments + (supers.values.length - inheritances) + (relations.length - complete),
  }
}
