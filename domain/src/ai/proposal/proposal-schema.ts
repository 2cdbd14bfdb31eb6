import { JOINS, OPERATORS } from '../../canvas/canvas.ts'
import { POST_PROCESSOR_TYPES } from '../../post-processing/post-processors.ts'

type Schema = Readonly<Record<string, unknown>>

// The strictest providers want every object closed and every property required: what may be left out can be null.
const object = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
const listOf = (items: Schema): Schema => ({ type: 'array', items })
const text: Schema = { type: 'string' }
const optional = (schema: Schema): Schema => ({ ...schema, type: [schema.type, 'null'] })

const Filter = object({
  property: text,
  operator: { type: 'string', enum: [...OPERATORS] },
  value: optional(text),
  values: optional(listOf(text)),
})

const Node = object({
  id: text,
  class_name: optional(text),
  alias: optional(text),
  filters: optional(listOf(Filter)),
  properties: optional(listOf(text)),
  scope_dn: optional(text),
  primary: { type: ['boolean', 'null'] },
  reason: text,
})

const Edge = object({
  id: text,
  source: text,
  target: text,
  join: { type: 'string', enum: [...JOINS] },
  through: optional(text),
  reason: text,
})

const Step = object({
  id: text,
  type: { type: 'string', enum: [...POST_PROCESSOR_TYPES] },
  config: { type: 'string', description: 'A JSON object as text.' },
  reason: text,
})

/** The JSON schema of a proposal, as providers are asked for it. */
export const PROPOSAL_SCHEMA: Schema = object({
  name: text,
  description: text,
  explanation: text,
  nodes: listOf(Node),
  edges: listOf(Edge),
  post_processors: listOf(Step),
  remove: listOf(text),
})
