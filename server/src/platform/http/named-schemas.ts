import type { FastifySchema } from 'fastify'
import { describedBy } from '@heddle/contract/canvas-lists.ts'
import { namedSchemas, nameOfSchema } from '@heddle/contract/named-schemas.ts'

/** Marks a schema until the document is whole. Left out of it. */
const NAME = 'x-heddle-name'
type Values = Readonly<Record<string, unknown>>
export type SchemasByName = Readonly<Record<string, object>>

/**
 * A route's schemas with the names of the objects of the wire in them, for `hoistNames`. Where one is only described by
 * another schema, that one takes its place: of the contract, or of `others`, which refer to each other in `#/$defs/`.
 */
export function markNames(schema: FastifySchema, others: SchemasByName = {}): FastifySchema {
  const mark = (value: unknown): unknown => marked(value, { others, above: [] })
  return {
    ...schema,
    ...(schema.body !== undefined && { body: mark(schema.body) }),
    ...(schema.response !== undefined && { response: mapped(schema.response as Values, mark) }),
  }
}

type Where = { readonly others: SchemasByName; readonly above: readonly string[] }

function marked(schema: unknown, where: Where): unknown {
  if (Array.isArray(schema)) return schema.map((item) => marked(item, where))
  if (!isObject(schema)) return schema
  const other = describedBy(schema)
  if (other !== undefined) return markedAs(other, schema, where)
  // What describes a response is no part of its schema.
  const { headers, 'x-response-description': described, ...own } = schema
  const name = nameOfSchema(schema) ?? nameOfSchema(own)
  const inner = (value: unknown): unknown => marked(value, where)
  return {
    // The keys of `properties` are names, whatever they are called.
    ...mapped(withType(own), (value, key) => (key === 'properties' ? mapped(value as Values, inner) : inner(value))),
    ...(headers !== undefined && { headers }),
    ...(described !== undefined && { 'x-response-description': described }),
    ...(name !== undefined && { [NAME]: name }),
  }
}

/** A schema inside itself is its name alone: the outer one says what it is. */
function markedAs(name: string, { description }: Values, { others, above }: Where): unknown {
  const schema = others[name] ?? namedSchemas.get(name)
  if (schema === undefined) throw new Error(`There is no schema called ${name} to describe another one by.`)
  const inner = above.includes(name) ? {} : (marked(schema, { others, above: [...above, name] }) as Values)
  return { ...inner, [NAME]: name, ...(description !== undefined && { description }) }
}

/** Generators make a type of an enum only if they see what its values are. */
const withType = (schema: Values): Values =>
  Array.isArray(schema.enum) && schema.type === undefined && schema.enum.every((value) => typeof value === 'string')
    ? { type: 'string', ...schema }
    : schema

type Document = { readonly components?: { readonly schemas?: Values } }

/** The OpenAPI document with each marked schema once, under `components`, and references to it. */
export function hoistNames<D extends object>(document: D): D {
  const schemas = new Map<string, unknown>()

  function hoisted(value: unknown): unknown {
    if (typeof value === 'string') return value.replace(/^#\/\$defs\/(?=\w+$)/, '#/components/schemas/')
    if (Array.isArray(value)) return value.map(hoisted)
    if (!isObject(value)) return value
    const { [NAME]: marked, ...own } = value
    if (typeof marked !== 'string') return mapped(withNull(own), hoisted)
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

/** An enum beside `nullable` has to list null as well. */
const withNull = (schema: Values): Values =>
  schema.nullable === true && Array.isArray(schema.enum) && !schema.enum.includes(null)
    ? { ...schema, enum: [...(schema.enum as unknown[]), null] }
    : schema

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null

const mapped = (values: Values, map: (value: unknown, key: string) => unknown): Values =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]))
