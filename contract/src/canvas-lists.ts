import { type TSchemaOptions, Type } from 'typebox'
import { kilobytes, LARGEST_CANVAS_BYTES, MOST_LOOKUPS } from './canvas-budget.ts'
import { Nullable } from './common.ts'

/** The parts of a query as they are sent. Errors inside them are found by rules that report all of them. */

export const MOST_PARAMETERS = 50

/** Where a schema is only described: nothing is checked by the one that it names. */
export const DESCRIBED_AS = 'x-heddle-described-as'

/** The name of the schema by which this one is described, or, as parts of a canvas refer to each other, which it is. */
export function describedBy(schema: object): string | undefined {
  const { [DESCRIBED_AS]: name, $ref } = schema as Readonly<Record<string, unknown>>
  return typeof name === 'string' ? name : /^#\/\$defs\/(\w+)$/.exec(String($ref))?.[1]
}

const anything = (name: string, options?: TSchemaOptions) => Type.Unknown({ ...options, [DESCRIBED_AS]: name })
const anyObject = (name: string) => Type.Record(Type.String(), Type.Unknown(), { [DESCRIBED_AS]: name })

const budget = `nodes, edges and post_processors together: at most ${kilobytes(LARGEST_CANVAS_BYTES)} of JSON, unknown keys included.`
export const nodeList = Type.Array(anything('QueryNode'), { description: budget })
export const edgeList = Type.Array(anything('QueryEdge'), { description: budget })
export const stepList = Type.Array(anything('QueryStep'), {
  description: `At most ${MOST_LOOKUPS} lookups in a run, those of the queries it looks up in included.`,
})
export const declarations = {
  expect: Type.Optional(
    Nullable(anything('Expect', { description: 'See `Expect`: {rows: {min?, max?}, every?}; null for none.' })),
  ),
  parameters: Type.Optional(
    Type.Array(anything('ParameterWrite'), {
      maxItems: MOST_PARAMETERS,
      description: 'Variables the query declares.',
    }),
  ),
}

/** What is saved may still be wrong, which `validate` and `execute` say. */
const asTheyAre = { description: 'As it is, faults included.' }
export const savedParts = {
  nodes: Type.Array(anyObject('QueryNode'), asTheyAre),
  edges: Type.Array(anyObject('QueryEdge'), asTheyAre),
  post_processors: Type.Array(anyObject('QueryStep'), asTheyAre),
}

/** Of a draft, whose items may be anything. */
export const draftParts = {
  nodes: Type.Array(anything('QueryNode'), asTheyAre),
  edges: Type.Array(anything('QueryEdge'), asTheyAre),
  post_processors: Type.Array(anything('QueryStep'), asTheyAre),
}
