import type { ClassInfo, PropertyInfo, RelationInfo } from './model.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Reads a class document as the controller and the public registry serve it: one key `pkg:Class`, its value the class.
 * Absent and unknown keys do not matter; undefined when the text is not a class document at all.
 */
export function parseClassDocument(document: unknown): ClassInfo | undefined {
  if (!isRecord(document)) return undefined
  const [entry] = Object.entries(document)
  if (entry === undefined || !isRecord(entry[1])) return undefined
  const [key, body] = entry
  const name = className(key, body)
  if (name === '') return undefined
  return {
    name,
    rn_format: text(body.rnFormat),
    naming: texts(body.identifiedBy),
    properties: isRecord(body.properties) ? parseProperties(body.properties) : undefined,
    contained_by: wireNames(body.containedBy),
    contains: wireNames(body.contains),
    super_classes: texts(body.superClasses).map(wireName),
    is_abstract: body.isAbstract === true,
    is_deprecated: body.isDeprecated === true,
    relation: parseRelation(name, body.relationInfo),
  }
}

// The package of `fv:BD` can not be told from the name alone once the colon is gone, so the two fields come first.
function className(key: string, body: Json): string {
  const joined = text(body.classPkg) + text(body.className)
  return text(body.classPkg) !== '' && text(body.className) !== '' ? joined : wireName(key)
}

function parseRelation(name: string, info: unknown): RelationInfo | undefined {
  if (!isRecord(info)) return undefined
  // The target's side (Rt) describes the same relation; only the source's side holds `tDn`.
  if (text(info.fromRelMo) !== '' && wireName(text(info.fromRelMo)) !== name) return undefined
  const relation = { from_class: wireName(text(info.fromMo)), to_class: wireName(text(info.toMo)) }
  return relation.from_class === '' || relation.to_class === '' ? undefined : relation
}

function parseProperties(properties: Json): Map<string, PropertyInfo> {
  return new Map(Object.entries(properties).map(([name, body]) => [name, parseProperty(name, isRecord(body) ? body : {})]))
}

function parseProperty(name: string, body: Json): PropertyInfo {
  const type = body.secure === true ? 'password' : propertyType(text(body.baseType))
  return { name, type, values: type === 'enum' || type === 'flags' || type === 'boolean' ? validValues(body.validValues) : [] }
}

const TYPES: readonly (readonly [RegExp, PropertyInfo['type']])[] = [
  [/^scalar:Bool/, 'boolean'],
  [/^scalar:Enum/, 'enum'],
  [/^scalar:Bitmask/, 'flags'],
  [/^scalar:(?:UByte|SByte|Uint|Sint)/, 'integer'],
  [/^scalar:(?:Float|Double)/, 'number'],
  [/^scalar:Date/, 'date'],
  [/^reference:BinRef/, 'dn'],
  [/^address:IP/i, 'ip'],
  [/^address:MAC/i, 'mac'],
  [/^string:Password/, 'password'],
]

function propertyType(baseType: string): PropertyInfo['type'] {
  return TYPES.find(([pattern]) => pattern.test(baseType))?.[1] ?? 'string'
}

function validValues(values: unknown): string[] {
  if (!Array.isArray(values)) return []
  // The entry called `defaultValue` is no value: it only points at the default.
  return values.flatMap((value: unknown) => (isRecord(value) && value.localName !== 'defaultValue' ? texts([value.localName]) : []))
}

function wireNames(map: unknown): Set<string> {
  return new Set(isRecord(map) ? Object.keys(map).map(wireName) : [])
}

function wireName(reference: string): string {
  return reference.replace(':', '')
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
