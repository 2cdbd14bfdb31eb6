import { groupByKey, type IndexLists } from '../search/lists.ts'
import type { ClassDraft } from './class-draft.ts'
import type { GraphProperties } from './property-table.ts'

const REPORTED_EVERY = 1_000

/**
 * For each property definition, the classes that have it, most central first: configurable objects before relations,
 * read-only and abstract classes, and within each group those that most other classes are related to.
 */
export function definitionOwners(
  drafts: readonly ClassDraft[],
  properties: GraphProperties,
  onProgress: (done: number, total: number) => void,
): IndexLists {
  const total = drafts.reduce((sum, draft) => sum + draft.properties.length, 0)
  const keys: number[] = []
  const values: number[] = []
  byCentrality(drafts).forEach((id, place) => {
    // A class may have two properties with the same definition that differ in other respects.
    for (const definition of new Set(drafts[id]?.properties.map((property) => properties.definitionOf(property)))) {
      keys.push(definition)
      values.push(id)
    }
    if (place % REPORTED_EVERY === REPORTED_EVERY - 1) onProgress(Math.min(keys.length, total), total)
  })
  onProgress(total, total)
  return groupByKey({ keys, values }, properties.definitionCount)
}

function byCentrality(drafts: readonly ClassDraft[]): number[] {
  const ties = drafts.map(({ relations_to, relations_from }) => relations_to.length + relations_from.length)
  return drafts.map((_, id) => id).sort((a, b) => drafts[a]!.rank - drafts[b]!.rank || ties[b]! - ties[a]! || a - b)
}
