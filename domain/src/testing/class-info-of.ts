import type { ClassRecord } from '../mim/class-record.ts'
import type { ClassInfo } from '../mim/model.ts'
import { propertyInfo, sourceRelation } from '../mim/record-info.ts'

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
