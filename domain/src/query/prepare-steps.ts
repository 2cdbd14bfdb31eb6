import type { PostProcessorStep, Variables } from '../canvas/canvas.ts'
import { parseCanvas } from '../canvas/parse-canvas.ts'
import type { Problem } from '../canvas/problem.ts'
import { problemsOfSteps } from '../canvas/step-rules.ts'
import { bindCanvas } from '../canvas/variables.ts'
import { withConsequencesLeftOut } from './prepare-query.ts'

export type StepsToPrepare = {
  /** `post_processors` as they came in or were stored. */
  readonly post_processors: unknown
  /** Of the rows they get. */
  readonly columns: readonly string[]
  readonly variables: Variables
}

/** The post-processors of a canvas for rows that are there already: read, filled in and checked against the columns of those. */
export function prepareSteps({ post_processors, columns, variables }: StepsToPrepare): {
  readonly steps: readonly PostProcessorStep[]
  readonly errors: readonly Problem[]
} {
  const parsed = parseCanvas({ nodes: [], edges: [], post_processors })
  const bound = bindCanvas(parsed.canvas, variables)
  const steps = bound.canvas.post_processors
  return { steps, errors: withConsequencesLeftOut([...parsed.problems, ...bound.problems], problemsOfSteps(steps, columns)) }
}
