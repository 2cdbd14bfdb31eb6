import type { Expect, Parameter } from '@heddle/contract/queries.ts'
import { canvasSizeFault, variableSizeFaults } from '../canvas/budget.ts'
import type { PostProcessorStep, Variables } from '../canvas/canvas.ts'
import { parseCanvas, type ReceivedCanvas } from '../canvas/parse-canvas.ts'
import { listedProblems, type Problem } from '../canvas/problem.ts'
import { keyWarnings } from '../validation/key-rules.ts'
import { validateCanvas, type ValidationOptions } from '../validation/validate-canvas.ts'
import { missingVariable } from '../canvas/binding/fill-template.ts'
import { bindCanvas } from '../canvas/binding/variables.ts'
import { columnNames } from '../canvas/row-columns.ts'
import { columnsAfterSteps, type PreparedExpect, prepareExpect } from '../expectation/prepare-expect.ts'
import { bindParameters, type BoundParameters } from '../parameters/bind-parameters.ts'
import { planQuery, type TableOptions } from './plan-query.ts'
import { PreparationBudget } from '../canvas/preparation-budget.ts'
import type { Plan } from './plan.ts'

export type QueryToPrepare = TableOptions &
  Pick<ValidationOptions, 'otherVersions'> & {
    /** `nodes`, `edges` and `post_processors` as received or stored. */
    readonly canvas: ReceivedCanvas
    readonly variables?: Variables | undefined
    /** The variables that the query declares. */
    readonly parameters?: readonly Parameter[] | undefined
    /** Plan as if the canvas had no post-processors; they are not checked either. */
    readonly skipPostProcessors?: boolean | undefined
    /** What its rows should be like after the steps; not checked without the steps. */
    readonly expect?: Expect | null | undefined
    /** The same one for all queries of a run; a new one when absent. */
    readonly budget?: PreparationBudget | undefined
  }

export type PreparedQuery = {
  readonly errors: readonly Problem[]
  readonly warnings: readonly Problem[]
  /** Undefined exactly when there are errors. */
  readonly plan: Plan | undefined
  /** The post-processors with their variables filled in, also when there are errors. */
  readonly steps: readonly PostProcessorStep[]
  /** Undefined also when there are errors. */
  readonly expect?: PreparedExpect | undefined
}

/**
 * The only way from a stored canvas to a plan: parse it, fill in variables, validate it, plan it. Validating and
 * executing both use it, so they never disagree. All problems are reported at once, each only once. A canvas or
 * variables over the budget are not looked into.
 */
export function prepareQuery({
  variables = {},
  parameters = [],
  budget = new PreparationBudget(),
  ...query
}: QueryToPrepare): PreparedQuery {
  const { canvas: wire, skipPostProcessors, expect: wanted, ...options } = query
  const excess = sizeProblems(wire, variables)
  if (excess.length > 0) return { errors: excess, warnings: [], plan: undefined, steps: [] }
  const parsed = parseCanvas(skipPostProcessors === true ? { ...wire, post_processors: [] } : wire, budget.suggestions)
  const given = bindParameters(parameters, variables)
  const bound = bindCanvas(parsed.canvas, given.variables, budget)
  const checked = validateCanvas(bound.canvas, { ...options, suggestions: budget.suggestions })
  const before = [...given.problems, ...parsed.problems, ...bound.problems]
  const canvasErrors = withoutFollowOnErrors(before, checked.errors)
  const steps = bound.canvas.post_processors
  const columns =
    canvasErrors.length > 0
      ? undefined
      : columnsAfterSteps(steps, columnNames(bound.canvas, options.model, { merged: options.merged !== undefined }))
  const asked = { expect: skipPostProcessors === true ? null : wanted, variables: given.variables, budget, columns }
  const { expect, errors: unmet } = prepareExpect(asked)
  const errors = withoutUses(given, listedProblems([...canvasErrors, ...unmet]))
  const plan = errors.length > 0 ? undefined : planQuery(bound.canvas, options)
  const keys = keyWarnings(wire)
  // Keys that mean nothing at all come last: a program may have put hundreds of them into a canvas.
  const warnings = listedProblems([
    ...keys.filter(({ suggestions }) => suggestions !== undefined),
    ...checked.warnings,
    ...keys.filter(({ suggestions }) => suggestions === undefined),
  ])
  return { errors, warnings, plan, steps, expect }
}

/** What is too large before anything is parsed. */
export function sizeProblems(wire: ReceivedCanvas, variables: Variables): readonly Problem[] {
  const canvas = canvasSizeFault(wire)
  return [
    ...(canvas === undefined ? [] : [{ code: 'too_large', message: canvas, path: 'nodes' } as const]),
    ...variableSizeFaults(variables).map((message) => ({ code: 'too_large', message, path: 'variables' }) as const),
  ]
}

/** The first faults, and the later ones that do not merely follow from them. */
export function withoutFollowOnErrors(first: readonly Problem[], later: readonly Problem[]): readonly Problem[] {
  return listedProblems([...first, ...later.filter((problem) => !first.some((cause) => isConsequence(problem, cause)))])
}

/** A parameter without a value is reported once, not wherever the canvas uses it. */
export function withoutUses({ unusable }: BoundParameters, problems: readonly Problem[]): readonly Problem[] {
  const messages = unusable.map(missingVariable)
  return problems.filter(
    ({ code, message }) => code !== 'missing_variable' || !messages.some((missing) => message.endsWith(missing)),
  )
}

// What could not be parsed or filled in is missing later on, which must not be reported as another fault.
function isConsequence(problem: Problem, cause: Problem): boolean {
  if (problem.path === undefined || cause.path === undefined) return false
  return cause.path === problem.path || (cause.code === problem.code && cause.path.startsWith(`${problem.path}.`))
}
