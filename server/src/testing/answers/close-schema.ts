type Json = Readonly<Record<string, unknown>>

/** A schema in which every object has only the keys it declares, unless it says that there may be others. */
export function closeSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  const { properties, ...rest } = schema as Json
  const closed = mapValues(rest, closeSchema)
  if (typeof properties !== 'object' || properties === null) return closed
  return { additionalProperties: false, ...closed, properties: mapValues(properties as Json, closeSchema) }
}

const mapValues = (record: Json, map: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
