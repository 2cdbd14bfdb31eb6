import { DESCRIBED_AS } from '@heddle/contract/canvas-lists.ts'
import { namedSchemas } from '@heddle/contract/named-schemas.ts'
import { EDGE_KINDS, JOINS, MATCH_OPERATORS, OPERATORS } from '../canvas/canvas.ts'
import { findPostProcessor, POST_PROCESSOR_TYPES } from '../post-processing/registry.ts'
import { DESCRIPTIONS, STEP_DESCRIPTIONS } from './descriptions.ts'

export type Schema = Readonly<Record<string, unknown>>

const text: Schema = { type: 'string' }
const names: Schema = { type: 'array', items: text }
const flag: Schema = { type: 'boolean' }
const className: Schema = { ...text, pattern: '^([A-Za-z][A-Za-z0-9]*:?[A-Za-z0-9]+)?$' }
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
const oneOf = (values: readonly string[]): Schema => ({ type: 'string', enum: values })
const closed = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
  ...{ type: 'object', properties, additionalProperties: false },
  ...(required.length > 0 && { required }),
})
const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` })
const listOf = (schema: Schema, maxItems: number): Schema => ({ type: 'array', items: schema, maxItems })

/** The keys of a thing, each with what it is for. Unknown keys are allowed: programs keep how they draw it there. */
function described(place: keyof typeof DESCRIPTIONS, schemas: Readonly<Record<string, Schema>>): Schema {
  const texts: Readonly<Record<string, string>> = DESCRIPTIONS[place]
  return Object.fromEntries(
    Object.entries(schemas).map(([key, schema]) => [key, { ...schema, description: texts[key] }]),
  )
}

const timeRange = closed({ from: orNull(text), to: orNull(text) })

const node = {
  type: 'object',
  required: ['id'],
  properties: described('node', {
    id: { ...text, minLength: 1, maxLength: 200 },
    class_name: orNull(className),
    class_names: orNull({ type: 'array', items: className, minItems: 1, maxItems: 20 }),
    alias: orNull({ ...text, maxLength: 200 }),
    scope_dn: orNull(text),
    filters: orNull({ type: 'array', items: ref('filter') }),
    properties: orNull(names),
    primary: orNull(flag),
    time_range: orNull(timeRange),
    optional: orNull(flag),
    position: {},
  }),
}

const operand: Schema = { anyOf: [text, closed({ expression: text }, ['expression'])] }
const condition = closed(
  {
    source: operand,
    target: { anyOf: [operand, { type: 'array', items: operand, minItems: 2, maxItems: 2 }] },
    op: orNull(oneOf(MATCH_OPERATORS)),
  },
  ['source', 'target'],
)

const edge = {
  type: 'object',
  required: ['source', 'target'],
  properties: described('edge', {
    id: { ...text, maxLength: 200 },
    source: text,
    target: text,
    kind: orNull(oneOf(EDGE_KINDS)),
    depth: orNull(oneOf(['any', 'child'])),
    through: orNull(className),
    on: { anyOf: [{ type: 'null' }, condition, { type: 'array', items: condition, minItems: 1, maxItems: 20 }] },
    join: orNull(oneOf(JOINS)),
    properties: orNull(names),
  }),
}

const scalar: Schema = { type: ['string', 'number', 'boolean', 'null'] }
const filter = {
  anyOf: [
    closed(
      described('filter', {
        property: { ...text, minLength: 1 },
        operator: oneOf(OPERATORS),
        value: { anyOf: [scalar, { type: 'array', items: scalar }] },
      }) as Readonly<Record<string, Schema>>,
      ['property', 'operator'],
    ),
    ...(['any', 'all'] as const).map((key) =>
      closed({ [key]: { type: 'array', items: ref('filter'), description: DESCRIPTIONS.filter[key] } }, [key]),
    ),
    closed({ not: { ...ref('filter'), description: DESCRIPTIONS.filter.not } }, ['not']),
  ],
}

/** A text that is one variable gets the type of its value. */
const VARIABLE: Schema = { type: 'string', pattern: '^\\{\\{.+\\}\\}$' }
const OF_VARIABLES = new Set<unknown>(['number', 'integer', 'boolean'])

/** One branch for each type of step, whose `config` is the schema that its values are checked against. */
const step = {
  type: 'object',
  required: ['type'],
  properties: described('step', {
    id: { ...text, maxLength: 200 },
    type: oneOf(POST_PROCESSOR_TYPES),
    enabled: orNull(flag),
    config: { type: 'object' },
  }),
  additionalProperties: false,
  allOf: POST_PROCESSOR_TYPES.map((type) => ({
    if: { properties: { type: { const: type } }, required: ['type'] },
    then: { properties: { config: configOf(type) } },
  })),
}

function configOf(type: string): Schema {
  const schema = JSON.parse(JSON.stringify(findPostProcessor(type)?.config ?? {})) as Schema
  const closedSchema = withClosed(schema)
  const properties = closedSchema['properties'] as Schema | undefined
  const taking = { ...closedSchema, ...(properties && { properties: takingVariables(properties) as Schema }) }
  return { ...(type === 'filter' ? withFilters(taking) : taking), description: STEP_DESCRIPTIONS[type] }
}

function takingVariables(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(takingVariables)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, takingVariables(part)]))
  if (!OF_VARIABLES.has(inner['type'])) return inner
  const { description, default: usual, ...schema } = inner
  return {
    anyOf: [schema, VARIABLE],
    ...(description !== undefined && { description }),
    ...(usual !== undefined && { default: usual }),
  }
}

/** The filters of a step are the same as on nodes, with columns instead of properties. */
function withFilters(schema: Schema): Schema {
  return {
    ...schema,
    properties: { ...(schema['properties'] as object), filters: listOf(ref('filter'), 100) },
  }
}

/** Unknown options are faults, in objects inside lists too. */
function withClosed(schema: Schema): Schema {
  return closeObjects(schema) as Schema
}

function closeObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeObjects)
  if (typeof value !== 'object' || value === null) return value
  const inner: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, closeObjects(part)]),
  )
  return 'properties' in inner && inner['type'] === 'object' ? { ...inner, additionalProperties: false } : inner
}

const PARTS = {
  nodes: listOf(ref('node'), 100),
  edges: listOf(ref('edge'), 200),
  post_processors: listOf(ref('step'), 100),
}
const DEFINITIONS = { node, edge, filter, step }
const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/** The JSON Schema of `nodes`, `edges` and `post_processors`, from the rules that the parser reads them by. */
export const canvasSchema = () => ({
  $schema: DIALECT,
  title: 'The canvas of a saved query',
  type: 'object',
  properties: PARTS,
  $defs: DEFINITIONS,
})

/** With the schemas in full by which others are only described, such as that of `expect`. */
function inFull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inFull)
  if (typeof value !== 'object' || value === null) return value
  const { [DESCRIBED_AS]: name, ...own } = value as Schema
  const schema = typeof name === 'string' ? namedSchemas.get(name) : undefined
  return Object.fromEntries(Object.entries({ ...schema, ...own }).map(([key, part]) => [key, inFull(part)]))
}

type EntrySchemas = {
  readonly savedQuery: object
  readonly scheduledTask: object
  /** By the keys of their lists. */
  readonly platform: Readonly<Record<string, object>>
}

/** The JSON Schema of files of saved queries, from those of their entries, without the canvas. */
export const queryFileSchema = ({ savedQuery, scheduledTask, platform }: EntrySchemas): Schema => ({
  $schema: DIALECT,
  title: 'Saved queries as a file',
  type: 'object',
  required: ['version'],
  properties: {
    version: { const: 1 },
    scope: closed({ category: text, kinds: { type: 'array', items: { enum: Object.keys(platform) } } }),
    categories: names,
    saved_queries: {
      type: 'array',
      items: {
        ...savedQuery,
        properties: {
          ...('properties' in savedQuery ? (inFull(savedQuery.properties) as object) : {}),
          ...PARTS,
        },
      },
    },
    scheduled_tasks: { type: 'array', items: scheduledTask },
    ...Object.fromEntries(Object.entries(platform).map(([list, items]) => [list, { type: 'array', items }])),
  },
  additionalProperties: false,
  $defs: DEFINITIONS,
})
