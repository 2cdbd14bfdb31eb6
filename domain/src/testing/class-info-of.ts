import type { ClassRecord, PropertyRecord, RelationRecord } from '../mim/class-record.ts'
import type { ClassInfo, PropertyInfo, RelationInfo } from '../mim/model.ts'

/**
 * What the query engine needs to know about a class. If the document lists no properties they are unknown, as every
 * class has some.
 */
export function classInfoOf(record: ClassRecord): ClassInfo {
  const { name, rn_format, naming, contained_by, contains, super_classes, is_abstract, is_deprecated, properties } =
    record
  return {
    name,
    rn_format,
    naming,
    properties:
      properties.length === 0
        ? undefined
        : new Map(properties.map((property) => [property.name, propertyInfo(property)])),
    contained_by: new Set(contained_by),
    contains: new Set(contains),
    super_classes,
    is_abstract,
    is_deprecated,
    relation: sourceRelation(name, record.relation),
  }
}

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
