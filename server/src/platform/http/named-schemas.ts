import type { FastifySchema } from 'fastify'
import { nameOfSchema } from '@heddle/contract/named-schemas.ts'

/** Marks a schema until the document is whole. Left out of it. */
const NAME = 'x-heddle-name'
type Values = Readonly<Record<string, unknown>>

/** A route's schemas with the names of the objects of the wire in them, for `hoistNames`. */
export function markNames(schema: FastifySchema): FastifySchema {
  return {
    ...schema,
    ...(schema.body !== undefined && { body: marked(schema.body) }),
    ...(schema.response !== undefined && { response: mapped(schema.response as Values, marked) }),
  }
}

function marked(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(marked)
  if (!isObject(schema)) return schema
  // What describes a response is no part of its schema.
  const { headers, 'x-response-description': described, ...own } = schema
  const name = nameOfSchema(schema) ?? nameOfSchema(own)
  return {
    // The keys of `properties` are names, whatever they are called.
    ...mapped(own, (value, key) => (key === 'properties' ? mapped(value as Values, marked) : marked(value))),
    ...(headers !== undefined && { headers }),
    ...(described !== undefined && { 'x-response-description': described }),
    ...(name !== undefined && { [NAME]: name }),
  }
}

type Document = { readonly components?: { readonly schemas?: Values } }

/** The OpenAPI document with each marked schema once, under `components`, and references to it. */
export function hoistNames<D extends object>(document: D): D {
  const schemas = new Map<string, unknown>()

  function hoisted(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(hoisted)
    if (!isObject(value)) return value
    const { [NAME]: marked, ...own } = value
    if (typeof marked !== 'string') return mapped(own, hoisted)
    const { description, ...schema } = own
    // OpenAPI 3.0 knows null only beside a type, so it cannot be added to a reference.
    const name = schema.nullable === true ? `Nullable${marked}` : marked
    if (!schemas.has(name)) {
      schemas.set(name, undefined)
      schemas.set(name, mapped(schema, hoisted))
    }
    const reference = { $ref: `#/components/schemas/${name}` }
    // Other keys beside a reference are ignored.
    return description === undefined ? reference : { allOf: [reference], description }
  }

  const whole = mapped(document as Values, hoisted) as D & Document
  const sorted = [...schemas].sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    ...whole,
    components: { ...whole.components, schemas: { ...whole.components?.schemas, ...Object.fromEntries(sorted) } },
  }
}

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null

const mapped = (values: Values, map: (value: unknown, key: string) => unknown): Values =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]))
