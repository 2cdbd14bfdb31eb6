import { DESCRIBED_AS } from '@heddle/contract/canvas-lists.ts'
import { nameOfSchema } from '@heddle/contract/named-schemas.ts'

/** A JSON schema with a reference in the place of everything inside it that has a name. */
export function definitionOf(schema: object): Record<string, unknown> {
  // The keys of `properties` are names, whatever they are called.
  return withoutLimits(
    mapped(schema, (value, key) => (key === 'properties' ? mapped(value as object, refer) : refer(value))),
  )
}

function refer(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(refer)
  if (typeof schema !== 'object' || schema === null) return schema
  const described = DESCRIBED_AS in schema ? schema[DESCRIBED_AS] : definitionInside(schema)
  const name = typeof described === 'string' ? described : nameOfSchema(schema)
  return name === undefined ? definitionOf(schema) : { $ref: `#/definitions/${name}` }
}

/** What the parts of a canvas refer to each other by. */
const definitionInside = (schema: object): string | undefined =>
  '$ref' in schema ? /^#\/\$defs\/(\w+)$/.exec(String(schema.$ref))?.[1] : undefined

const mapped = (values: object, map: (value: unknown, key: string) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]))

/** A bounded list would become a tuple for each of its lengths, and any value an object. */
function withoutLimits({
  minItems: _,
  maxItems: __,
  default: ___,
  ...schema
}: Record<string, unknown>): Record<string, unknown> {
  return 'description' in schema && Object.keys(schema).length === 1 ? { ...schema, tsType: 'unknown' } : schema
}
