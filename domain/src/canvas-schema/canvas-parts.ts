import { POST_PROCESSOR_TYPES } from '../post-processing/registry.ts'
import { canvasSchema, type Schema } from './canvas-schema.ts'

const { node, edge, filter, step } = canvasSchema().$defs

/** How API descriptions call what the JSON Schema of canvases defines. */
const NAMES: Readonly<Record<string, string>> = { node: 'QueryNode', edge: 'QueryEdge', filter: 'QueryFilter' }

/** `split_dn` becomes `SplitDnStep`. */
const stepName = (type: string): string =>
  `${type.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Step`

const addressOf = (name: string): string => `#/$defs/${name}`

/** A schema for each type of step: descriptions without `if` tell them apart by `type`. */
const steps = step.allOf.map((branch, index) => {
  const type = POST_PROCESSOR_TYPES[index]!
  const { config } = branch.then.properties
  const { allOf: _, properties, ...rest } = step
  return [
    stepName(type),
    {
      ...rest,
      ...('required' in config && { required: ['type', 'config'] }),
      properties: { ...(properties as object), type: { type: 'string', enum: [type] }, config },
    },
  ] as const
})

/** The parts of a canvas by the names that they have in API descriptions, with `$ref`s to each other in `$defs`. */
export const canvasParts = (): Readonly<Record<string, Schema>> =>
  renamed({
    QueryNode: node,
    QueryEdge: edge,
    QueryFilter: filter,
    QueryStep: {
      oneOf: steps.map(([name]) => ({ $ref: addressOf(name) })),
      discriminator: {
        propertyName: 'type',
        mapping: Object.fromEntries(steps.map(([name], index) => [POST_PROCESSOR_TYPES[index]!, addressOf(name)])),
      },
    },
    ...Object.fromEntries(steps),
  }) as Readonly<Record<string, Schema>>

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) =>
      key === '$ref' && typeof part === 'string'
        ? [key, part.replace(/\w+$/, (name) => NAMES[name] ?? name)]
        : [key, renamed(part)],
    ),
  )
}
