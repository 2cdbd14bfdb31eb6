import type { PostProcessorStep, Variables } from '../canvas/canvas.ts'
import { parseCanvas } from '../canvas/parse-canvas.ts'
import { MOST_PROBLEMS, type Problem } from '../canvas/problem.ts'
import { problemsOfSteps } from '../validation/step-rules.ts'
import { bindCanvas } from '../canvas/binding/variables.ts'
import { PreparationBudget } from '../canvas/preparation-budget.ts'
import { sizeProblems, withoutFollowOnErrors } from './prepare-query.ts'

export type StepsToPrepare = {
  /** `post_processors` as received or stored. */
  readonly post_processors: unknown
  /** Columns of the rows they process. */
  readonly columns: readonly string[]
  readonly variables: Variables
  /** The same one for all queries of a run; a new one when absent. */
  readonly budget?: PreparationBudget | undefined
}

/** Prepares post-processors for existing rows: parses, fills in variables, checks them against the rows' columns. */
export function prepareSteps({
  post_processors,
  columns,
  variables,
  budget = new PreparationBudget(),
}: StepsToPrepare): {
  readonly steps: readonly PostProcessorStep[]
  readonly errors: readonly Problem[]
} {
  const wire = { nodes: [], edges: [], post_processors }
  const excess = sizeProblems(wire, variables)
  if (excess.length > 0) return { steps: [], errors: excess }
  const parsed = parseCanvas(wire, budget.suggestions)
  const bound = bindCanvas(parsed.canvas, variables, budget)
  const steps = bound.canvas.post_processors
  const later = problemsOfSteps(steps, columns, budget.suggestions)
  return {
    steps,
    errors: withoutFollowOnErrors([...parsed.problems, ...bound.problems], later.slice(0, MOST_PROBLEMS)),
  }
}
