import type { PropertyRecord } from './class-record.ts'
import { collapse, parseDescription } from './parse-description.ts'
import { cut, isRecord, type Json, stringOf } from './read-json.ts'

const LONGEST_LABEL = 300
const LONGEST_VALUE = 1_000
const MOST_VALUES = 500

/** Parses one entry of a document's `properties`. */
export function parseProperty(name: string, body: Json, naming: readonly string[]): PropertyRecord {
  const type = body.secure === true ? 'password' : propertyType(stringOf(body.baseType))
  const values = type === 'enum' || type === 'flags' || type === 'boolean' ? wireValues(body.validValues) : []
  const named = type === 'integer' || type === 'number' ? namedNumbers(body.validValues) : []
  const configurable = typeof body.isConfigurable === 'boolean' ? body.isConfigurable : body.readOnly === false
  return {
    name,
    label: cut(collapse(stringOf(body.label)), LONGEST_LABEL),
    description: parseDescription(body.comment),
    type,
    raw_type: cut(stringOf(body.baseType), LONGEST_LABEL),
    is_naming: body.isNaming === true || naming.includes(name),
    is_mandatory: body.mandatory === true,
    is_configurable: configurable,
    is_create_only: configurable && (body.createOnly === true || body.readWrite === false),
    is_secure: type === 'password',
    is_deprecated: body.isDeprecated === true,
    is_hidden: body.isHidden === true,
    default: defaultOf(body.default),
    values: values.slice(0, MOST_VALUES),
    value_count: values.length,
    ...(named.length > 0 && { named_numbers: named.slice(0, MOST_VALUES) }),
  }
}

const TYPES: readonly (readonly [RegExp, PropertyRecord['type']])[] = [
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

function propertyType(baseType: string): PropertyRecord['type'] {
  return TYPES.find(([pattern]) => pattern.test(baseType))?.[1] ?? 'string'
}

function wireValues(values: unknown): string[] {
  if (!Array.isArray(values)) return []
  // The entry called `defaultValue` is not a value; it refers to the default.
  return values.flatMap((value: unknown) => {
    const name = isRecord(value) ? stringOf(value.localName) : ''
    return name === '' || name === 'defaultValue' ? [] : [cut(name, LONGEST_VALUE)]
  })
}

function namedNumbers(values: unknown): string[] {
  if (!Array.isArray(values)) return []
  return values.flatMap((value: unknown) => {
    const [name, number] = isRecord(value) ? [stringOf(value.localName), String(value.value)] : ['', '']
    const isNamed = name !== '' && name !== 'defaultValue' && /^-?\d{1,20}$/.test(number)
    return isNamed ? [cut(`${name}=${number}`, LONGEST_VALUE)] : []
  })
}

function defaultOf(value: unknown): string | number | null {
  if (typeof value === 'string') return cut(value, LONGEST_VALUE)
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  // Above 2^53, adjacent integers are the same number, so keep the text.
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value).toString() : value
}
