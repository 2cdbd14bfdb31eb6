import type { ClassModel } from '../mim/model.ts'
import { Suggestions } from '../suggest.ts'
import { checkStep, columnsAfter } from '../post-processing/post-processors.ts'
import type { Canvas, PostProcessorStep } from '../canvas/canvas.ts'
import type { Problem } from '../canvas/problem.ts'
import { columnNames } from '../canvas/row-columns.ts'

/** Faults of the post-processors, each checked against the columns left by the steps before it, as far as known. */
export function stepProblems(
  canvas: Canvas,
  model: ClassModel,
  suggestions: Suggestions,
  merged = false,
): readonly Problem[] {
  return problemsOfSteps(canvas.post_processors, columnNames(canvas, model, { merged }), suggestions)
}

/** The same for rows with the columns `given`; undefined when they are not known. */
export function problemsOfSteps(
  steps: readonly PostProcessorStep[],
  given: readonly string[] | undefined,
  suggestions = new Suggestions(),
): readonly Problem[] {
  let columns = given
  return steps.flatMap((step, index) => {
    const problems = checkStep(step, columns, `post_processors.${index}`, suggestions)
    // What a faulty step returns is unknown; later steps must not be blamed for it.
    columns = problems.length > 0 ? undefined : columnsAfter(step, columns)
    return problems
  })
}
