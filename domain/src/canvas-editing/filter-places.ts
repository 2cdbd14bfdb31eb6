import { isWireObject, type WireObject } from '../canvas/wire.ts'
import { type FilterPath, filtersOf, groupOf, itemPath } from './filter-editing.ts'

export type ConditionPlace = { readonly condition: WireObject; readonly path: FilterPath }

/** Every condition of a node with its path below `filters`. */
export function conditionsIn(node: WireObject): readonly ConditionPlace[] {
  return filtersOf(node).flatMap((filter, index) => below(filter, String(index)))
}

function below(filter: WireObject, path: FilterPath): readonly ConditionPlace[] {
  if (!isWireObject(filter)) return []
  const group = groupOf(filter)
  if (!group) return [{ condition: filter, path }]
  return group.items.flatMap((item, index) => below(item, itemPath(path, group, index)))
}
