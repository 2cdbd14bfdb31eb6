import { Type } from 'typebox'

/** What rows of a comparison can have in common. */
export const ROW_GROUPINGS = ['place', 'class', 'parent'] as const
export const SnapshotGroupsQuery = Type.Object({
  by: Type.Enum([...ROW_GROUPINGS], {
    description: 'By tenant or node (what the DN begins with), by class, or by the object above.',
  }),
})
export const SnapshotGroups = Type.Object({
  groups: Type.Array(Type.String(), { description: 'Sorted; empty for rows that are in no group.' }),
  truncated: Type.Boolean(),
})
