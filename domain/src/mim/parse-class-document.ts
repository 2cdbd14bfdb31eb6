import { classBody } from './class-body.ts'
import { classNames } from './class-references.ts'
import type { ClassPair, ClassRecord, PropertyRecord, RelationRecord } from './class-record.ts'
import { collapse, parseDescription } from './parse-description.ts'
import { parseProperty } from './parse-property.ts'
import { cut, isRecord, stringOf, texts } from './read-json.ts'
import { LONGEST_WIRE_NAME, wireName } from './wire-name.ts'

const LONGEST_LABEL = 300
const LONGEST_FORMAT = 2_000
const MOST_DN_FORMATS = 20

/**
 * Reduces a class document as served by the controller and the public registry: an object with one key `pkg:Class`.
 * Ignores missing, unknown and wrongly typed fields; undefined if the value is not a class document at all.
 */
export function parseClassDocument(document: unknown): ClassRecord | undefined {
  const found = classBody(document)
  if (found === undefined) return undefined
  const { body } = found
  const name = found.package + found.class_name
  const rnFormat = cut(stringOf(body.rnFormat), LONGEST_FORMAT)
  const naming = Array.isArray(body.identifiedBy) ? distinct(texts(body.identifiedBy)) : placeholders(rnFormat)
  const dnFormats = texts(body.dnFormats)
  return {
    name,
    package: found.package,
    label: cut(collapse(stringOf(body.label)), LONGEST_LABEL),
    description: parseDescription(body.comment),
    rn_format: rnFormat,
    naming,
    dn_formats: dnFormats.slice(0, MOST_DN_FORMATS).map((format) => cut(format, LONGEST_FORMAT)),
    dn_format_count: dnFormats.length,
    contained_by: wireNames(body.containedBy),
    contains: wireNames(body.contains),
    super_classes: wireNames(body.superClasses).filter((ancestor) => ancestor !== name),
    sub_classes: wireNames(body.subClasses).filter((descendant) => descendant !== name),
    relations_to: pairs(body.relationTo),
    relations_from: pairs(body.relationFrom),
    relation: parseRelation(body.relationInfo),
    is_context_root: body.isContextRoot === true,
    is_abstract: body.isAbstract === true,
    is_configurable: body.isConfigurable === true,
    is_deprecated: body.isDeprecated === true,
    is_hidden: body.isHidden === true,
    is_statistics: body.isStat === true,
    properties: parseProperties(body.properties, naming),
  }
}

function parseRelation(info: unknown): RelationRecord | null {
  if (!isRecord(info)) return null
  const end = (reference: unknown) => wireName(stringOf(reference)) ?? ''
  return {
    from_class: end(info.fromMo),
    from_relation: end(info.fromRelMo),
    to_class: end(info.toMo),
    to_relation: end(info.toRelMo),
    type: cut(stringOf(info.type), LONGEST_LABEL),
    cardinality: cut(stringOf(info.cardinality), LONGEST_LABEL),
  }
}

function parseProperties(properties: unknown, naming: readonly string[]): PropertyRecord[] {
  if (!isRecord(properties)) return []
  return Object.entries(properties)
    .filter(([name]) => name !== '' && name.length <= LONGEST_WIRE_NAME)
    .map(([name, body]) => parseProperty(name.toWellFormed(), isRecord(body) ? body : {}, naming))
}

function pairs(map: unknown): ClassPair[] {
  if (!isRecord(map)) return []
  return Object.entries(map).flatMap(([relation, other]) => {
    const names = [wireName(relation), wireName(stringOf(other))] as const
    return names[0] === undefined || names[1] === undefined ? [] : [[names[0], names[1]] as const]
  })
}

function wireNames(references: unknown): string[] {
  return distinct(classNames(references).flatMap((reference) => wireName(reference) ?? []))
}

function placeholders(rnFormat: string): string[] {
  return distinct([...rnFormat.matchAll(/\{(\w+)\}/g)].map(([, property = '']) => property))
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)]
}
