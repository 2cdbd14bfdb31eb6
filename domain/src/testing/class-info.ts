import type { ClassInfo, PropertyInfo } from '../mim/model.ts'

/** A class for tests; name only what the test is about. */
export function classInfo(
  name: string,
  parts: Partial<Omit<ClassInfo, 'name' | 'properties'>> & { properties?: readonly string[] } = {},
): ClassInfo {
  const { properties, ...rest } = parts
  return {
    name,
    rn_format: '',
    naming: [],
    contained_by: new Set(),
    contains: new Set(),
    super_classes: [],
    is_abstract: false,
    is_deprecated: false,
    relation: undefined,
    properties:
      properties === undefined ? undefined : new Map(properties.map((property) => [property, textProperty(property)])),
    ...rest,
  }
}

function textProperty(name: string): PropertyInfo {
  return { name, type: 'string', values: [] }
}
