import { bindCanvas } from '@heddle/domain/canvas/binding/variables.ts'
import type { Canvas, PostProcessorStep, Variables } from '@heddle/domain/canvas/canvas.ts'
import { nodeClasses } from '@heddle/domain/canvas/node-classes.ts'
import { parseCanvas } from '@heddle/domain/canvas/parse-canvas.ts'
import { PreparationBudget } from '@heddle/domain/canvas/preparation-budget.ts'
import type { Problem } from '@heddle/domain/canvas/problem.ts'
import { columnNames } from '@heddle/domain/canvas/row-columns.ts'
import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import type { ClassModel } from '@heddle/domain/mim/model.ts'
import { columnsAfter } from '@heddle/domain/post-processing/post-processors.ts'
import { sizeProblems, withoutFollowOnErrors } from '@heddle/domain/query/prepare-query.ts'
import { classProblems } from '@heddle/domain/validation/class-rules.ts'
import { filterProblems } from '@heddle/domain/validation/filter-rules.ts'
import { graphProblems } from '@heddle/domain/validation/graph-rules.ts'
import { keyWarnings } from '@heddle/domain/validation/key-rules.ts'
import { scopeProblems } from '@heddle/domain/validation/scope-rules.ts'
import { problemsOfSteps } from '@heddle/domain/validation/step-rules.ts'

export type CheckedCanvas = {
  readonly errors: readonly Problem[]
  readonly warnings: readonly Problem[]
  /** The columns before each step, in the order of the steps; undefined when only a run can tell. */
  readonly columns: readonly (readonly string[] | undefined)[]
}

/** What this page cannot judge: it knows neither all classes nor the values that a query declares. */
const LEFT_TO_THE_SERVER = new Set(['unknown_class', 'missing_variable', 'empty_canvas'])

/** The rules of the server, as far as they need no more than the classes that the page has read. */
export function checkCanvas(
  wire: WireCanvas,
  variables: Variables,
  model: ClassModel,
  now = Date.now(),
): CheckedCanvas {
  const excess = sizeProblems(wire, variables)
  if (excess.length > 0) return { errors: excess, warnings: [], columns: [] }
  const budget = new PreparationBudget(now)
  const { suggestions } = budget
  const parsed = parseCanvas(wire, suggestions)
  const bound = bindCanvas(parsed.canvas, variables, budget)
  const { canvas } = bound
  const classes = classProblems(canvas, model, suggestions)
  const columns = columnsOfRows(canvas, model)
  const later = [
    ...graphProblems(canvas),
    ...classes.errors,
    ...scopeProblems(canvas),
    ...filterProblems(canvas, model, suggestions),
    ...problemsOfSteps(canvas.post_processors, columns, suggestions),
  ]
  return {
    errors: withoutFollowOnErrors([...parsed.problems, ...bound.problems], later).filter(isJudged),
    warnings: [...keyWarnings(wire), ...classes.warnings].filter(isJudged),
    columns: columnsBefore(canvas.post_processors, columns),
  }
}

const isJudged = ({ code }: Problem): boolean => !LEFT_TO_THE_SERVER.has(code)

/** Undefined unless all classes are known: what a class has by default would name the wrong columns. */
function columnsOfRows(canvas: Canvas, model: ClassModel): readonly string[] | undefined {
  const isKnown = canvas.nodes.every((node) => nodeClasses(node).every((name) => model.find(name) !== undefined))
  return isKnown && canvas.nodes.length > 0 ? columnNames(canvas, model) : undefined
}

function columnsBefore(
  steps: readonly PostProcessorStep[],
  first: readonly string[] | undefined,
): CheckedCanvas['columns'] {
  let columns = first
  return steps.map((step) => {
    const before = columns
    columns = columnsAfter(step, columns)
    return before
  })
}
