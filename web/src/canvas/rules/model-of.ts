import type { ClassInfo, ClassModel } from '@heddle/domain/mim/model.ts'
import type { Wire } from '../../lib/api/wire.ts'

/**
 * As much of the class model as the page has read. Whether two classes can be joined only the server knows, and a class
 * that is not here may well exist.
 */
export function modelOf(documents: readonly Wire.MimClassDetail[]): ClassModel {
  const classes = new Map(documents.map((document) => [document.name, classInfo(document)]))
  return {
    installed: true,
    find: (name) => classes.get(name),
    relationsBetween: () => [],
    canContain: () => true,
    membersOf: () => undefined,
    suggestClasses: () => [],
  }
}

const classInfo = (document: Wire.MimClassDetail): ClassInfo => ({
  name: document.name,
  rn_format: document.rn_format,
  naming: document.identified_by,
  properties:
    document.properties.length === 0
      ? undefined
      : new Map(document.properties.map((one) => [one.name, propertyInfo(one)])),
  contained_by: new Set(),
  contains: new Set(),
  super_classes: document.super_classes,
  is_abstract: document.abstract,
  is_deprecated: document.deprecated,
  relation: undefined,
})

const propertyInfo = ({ name, type, values, value_count }: Wire.MimProperty) => ({
  name,
  type,
  values,
  ...(value_count > values.length && { has_more_values: true }),
})
