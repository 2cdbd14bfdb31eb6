import { describedBy } from '@heddle/contract/canvas-lists.ts'
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
  const name = describedBy(schema) ?? nameOfSchema(schema)
  return name === undefined ? definitionOf(schema) : { $ref: `#/definitions/${name}` }
}

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
