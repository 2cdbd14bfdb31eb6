import { bindCanvas } from '@heddle/domain/canvas/binding/variables.ts'
import type { PostProcessorStep, Variables } from '@heddle/domain/canvas/canvas.ts'
import { parseCanvas } from '@heddle/domain/canvas/parse-canvas.ts'
import { PreparationBudget } from '@heddle/domain/canvas/preparation-budget.ts'
import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import type { ClassModel } from '@heddle/domain/mim/model.ts'
import { comparingSteps } from '@heddle/domain/query/column-comparisons.ts'
import { prepareSteps } from '@heddle/domain/query/prepare-steps.ts'

type ToPrepare = {
  readonly canvas: WireCanvas
  readonly variables: Variables
  readonly model: ClassModel
  /** Of the rows that the steps begin with. */
  readonly columns: readonly string[]
  /** When these rows were read, which `now` means. */
  readonly now: number
}

type PreparedPreview = { readonly steps: readonly PostProcessorStep[]; readonly faults: ReadonlyMap<string, string> }

/** The steps as a run would apply them: variables filled in, texts compared as the class model says. */
export function preparePreview({ canvas, variables, model, columns, now }: ToPrepare): PreparedPreview {
  const { steps, errors } = prepareSteps({
    post_processors: canvas.post_processors,
    columns,
    variables,
    budget: new PreparationBudget(now),
  })
  const budget = new PreparationBudget(now)
  const bound = bindCanvas(parseCanvas(canvas, budget.suggestions).canvas, variables, budget)
  // The first fault of each step says most.
  const faults = new Map(
    errors.toReversed().flatMap(({ step_id, message }) => (step_id === undefined ? [] : [[step_id, message]])),
  )
  return { steps: comparingSteps(steps, bound.canvas, model), faults }
}
