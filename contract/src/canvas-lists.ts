import { Type } from 'typebox'
import { kilobytes, LARGEST_CANVAS_BYTES, MOST_LOOKUPS } from './canvas-budget.ts'
import { Nullable } from './common.ts'

/** The parts of a query as they are sent. Errors inside them are found by rules that report all of them. */

export const MOST_PARAMETERS = 50

/** `nodes` or `edges`. */
export const canvasList = Type.Array(Type.Unknown(), {
  description: `nodes, edges and post_processors together: at most ${kilobytes(LARGEST_CANVAS_BYTES)} of JSON, unknown keys included.`,
})
export const stepList = Type.Array(Type.Unknown(), {
  description: `At most ${MOST_LOOKUPS} lookups in a run, those of the queries it looks up in included.`,
})
export const declarations = {
  expect: Type.Optional(
    Nullable(Type.Unknown({ description: 'See `Expect`: {rows: {min?, max?}, every?}; null for none.' })),
  ),
  parameters: Type.Optional(
    Type.Array(Type.Unknown(), { maxItems: MOST_PARAMETERS, description: 'Variables the query declares.' }),
  ),
}
