import type { PostProcessorStep, Variables } from '../canvas/canvas.ts'
import { parseCanvas } from '../canvas/parse-canvas.ts'
import type { Problem } from '../canvas/problem.ts'
import { problemsOfSteps } from '../validation/step-rules.ts'
import { bindCanvas } from '../canvas/binding/variables.ts'
import { withoutFollowOnErrors } from './prepare-query.ts'

export type StepsToPrepare = {
  /** `post_processors` as received or stored. */
  readonly post_processors: unknown
  /** Columns of the rows they process. */
  readonly columns: readonly string[]
  readonly variables: Variables
}

/** Prepares post-processors for existing rows: parses, fills in variables, checks them against the rows' columns. */
export function prepareSteps({ post_processors, columns, variables }: StepsToPrepare): {
  readonly steps: readonly PostProcessorStep[]
  readonly errors: readonly Problem[]
} {
  const parsed = parseCanvas({ nodes: [], edges: [], post_processors })
  const bound = bindCanvas(parsed.canvas, variables)
  const steps = bound.canvas.post_processors
  return { steps, errors: withoutFollowOnErrors([...parsed.problems, ...bound.problems], problemsOfSteps(steps, columns)) }
}
