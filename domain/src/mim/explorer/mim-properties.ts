import type { MimProperty } from '@heddle/contract/mim.ts'
import type { PropertyRecord } from '../class-record.ts'
import type { ClassGraph, OwnRelation } from '../graph/class-graph.ts'

const TARGET_NAME = /^tn[A-Z0-9]\w*Name$/

/** The properties of a class in wire format, in the order of the document. */
export function mimProperties(graph: ClassGraph, id: number): MimProperty[] {
  const relation = graph.relationOf(id)
  return graph.properties(id).map((property) => ({
    name: property.name,
    type: property.type,
    required: isRequired(property, relation),
    ...(property.is_naming && { naming: true }),
    label: property.label,
    description: property.description,
    default: property.default,
    values: [...property.values],
    value_count: property.value_count,
    read_only: !property.is_configurable,
    create_only: property.is_create_only,
    secure: property.is_secure,
    deprecated: property.is_deprecated,
    raw_type: property.raw_type,
  }))
}

/**
 * Whether creating an object requires the property. Documents reliably mark only naming properties; a relation also
 * needs its target: the DN if it is explicit, the name if it is named.
 */
export function isRequired(property: PropertyRecord, relation: OwnRelation | undefined): boolean {
  if (property.is_naming || property.is_mandatory) return true
  if (relation?.is_source !== true) return false
  if (relation.type === 'explicit') return property.name === 'tDn'
  return relation.type === 'named' && TARGET_NAME.test(property.name)
}
