import { readdir } from 'node:fs/promises'
import { IsSchema, type TSchema } from 'typebox'

const CONTRACT = new URL('../../contract/src/', import.meta.url)

/** Every object that the contract names, by its name. */
export async function readContract(): Promise<ReadonlyMap<string, TSchema>> {
  const named = new Map<string, TSchema>()
  for (const file of (await readdir(CONTRACT)).sort()) {
    const module = (await import(new URL(file, CONTRACT).href)) as Record<string, unknown>
    for (const [name, value] of Object.entries(module)) {
      if (IsSchema(value) && 'type' in value && value.type === 'object' && 'properties' in value && !named.has(name))
        named.set(name, value)
    }
  }
  return named
}

/** JSON schemas with a reference in the place of everything that has a name. */
export function createNaming(contract: ReadonlyMap<string, TSchema>) {
  const bySchema = new Map([...contract].map(([name, schema]) => [schema as unknown, name]))
  // An optional or described schema is a copy of the named one.
  const byContent = new Map([...contract].map(([name, schema]) => [contentOf(schema), name]))

  const nameOf = (schema: object): string | undefined => bySchema.get(schema) ?? byContent.get(contentOf(schema))

  function refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(refer)
    if (typeof schema !== 'object' || schema === null) return schema
    const name = nameOf(schema)
    return name === undefined ? definition(schema) : { $ref: `#/definitions/${name}` }
  }

  function definition(schema: object): Record<string, unknown> {
    // The keys of `properties` are names, whatever they are called.
    return withoutLimits(
      mapped(schema, (value, key) => (key === 'properties' ? mapped(value as object, refer) : refer(value))),
    )
  }

  return { nameOf, definition }
}

const mapped = (values: object, map: (value: unknown, key: string) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]))

const contentOf = (schema: object): string => JSON.stringify({ ...schema, description: undefined })

/** A bounded list would become a tuple for each of its lengths, and any value an object. */
function withoutLimits({
  minItems: _,
  maxItems: __,
  default: ___,
  ...schema
}: Record<string, unknown>): Record<string, unknown> {
  return 'description' in schema && Object.keys(schema).length === 1 ? { ...schema, tsType: 'unknown' } : schema
}
