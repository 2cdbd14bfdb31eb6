import type { ClassRecord, PropertyRecord } from '../mim/class-record.ts'
import { splitWireName } from '../mim/wire-name.ts'

/** A reduced class document for tests; name only what the test is about. Properties may be given by name alone. */
export function classRecord(
  name: string,
  parts: Partial<Omit<ClassRecord, 'name' | 'properties'>> & { properties?: readonly (string | PropertyRecord)[] } = {},
): ClassRecord {
  const { properties = [], ...rest } = parts
  return {
    name,
    package: splitWireName(name)?.package ?? '',
    label: '',
    description: '',
    rn_format: '',
    naming: [],
    dn_formats: [],
    dn_format_count: rest.dn_formats?.length ?? 0,
    contained_by: [],
    contains: [],
    super_classes: [],
    sub_classes: [],
    relations_to: [],
    relations_from: [],
    relation: null,
    is_context_root: false,
    is_abstract: false,
    is_configurable: true,
    is_deprecated: false,
    is_hidden: false,
    is_statistics: false,
    properties: properties.map((property) => (typeof property === 'string' ? propertyRecord(property) : property)),
    ...rest,
  }
}

/** A configurable text property for tests. */
export function propertyRecord(name: string, parts: Partial<PropertyRecord> = {}): PropertyRecord {
  return {
    name,
    label: '',
    description: '',
    type: 'string',
    raw_type: 'string:Basic',
    is_naming: false,
    is_mandatory: false,
    is_configurable: true,
    is_create_only: false,
    is_secure: false,
    is_deprecated: false,
    is_hidden: false,
    default: null,
    values: [],
    value_count: parts.values?.length ?? 0,
    ...parts,
  }
}
