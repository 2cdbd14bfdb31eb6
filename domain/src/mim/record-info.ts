import type { PropertyRecord, RelationRecord } from './class-record.ts'
import type { PropertyInfo, RelationInfo } from './model.ts'

export function propertyInfo({ name, type, values, value_count, named_numbers }: PropertyRecord): PropertyInfo {
  return {
    ...{ name, type, values },
    ...(value_count > values.length && { has_more_values: true }),
    ...(named_numbers && { named_numbers }),
  }
}

/**
 * The ends of a relation if this is its source (Rs) class: the target (Rt) class describes the same relation but has no
 * `tDn`.
 */
export function sourceRelation(name: string, relation: RelationRecord | null): RelationInfo | undefined {
  if (relation === null || (relation.from_relation !== '' && relation.from_relation !== name)) return undefined
  const { from_class, to_class } = relation
  return from_class === '' || to_class === '' ? undefined : { from_class, to_class }
}
