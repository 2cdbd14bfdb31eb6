import type { Expect } from '@heddle/contract/queries.ts'
import { bindExpression } from '../canvas/binding/bind-expression.ts'
import type { PostProcessorStep, Variables } from '../canvas/canvas.ts'
import type { Problem } from '../canvas/problem.ts'
import { compileExpression } from '../expression/expression.ts'
import { onlyGiven } from '../only-given.ts'
import { columnsAfter } from '../post-processing/post-processors.ts'
import type { FindingsOptions } from './findings.ts'
import type { PreparationBudget } from '../canvas/preparation-budget.ts'

/** What a run expects of its rows. */
export type PreparedExpect = FindingsOptions & {
  readonly rows?: Expect['rows']
  readonly changes?: Expect['changes']
  readonly against?: Expect['against']
  /** What is not as expected is for a person to judge. */
  readonly look?: boolean
  readonly every?: {
    /** As saved: values of variables are not for everybody who may read why a run failed. */
    readonly text: string
    /** With the variables filled in. */
    readonly expression: string
  }
}

export type ExpectToPrepare = {
  readonly expect: Expect | null | undefined
  readonly variables: Variables
  /** The same one as for the query. */
  readonly budget: PreparationBudget
  /** Columns of the rows after the steps; undefined when they are not known. */
  readonly columns: readonly string[] | undefined
}

const PATH = 'expect.every'

/** Fills in the variables of an expectation and checks it against the columns of the rows. */
export function prepareExpect({ expect, variables, budget, columns }: ExpectToPrepare): {
  readonly expect: PreparedExpect | undefined
  readonly errors: readonly Problem[]
} {
  if (!expect) return { expect: undefined, errors: [] }
  const { rows, changes, against } = expect
  const bounds = onlyGiven({ rows, changes, against })
  if (expect.every === undefined) return { expect: bounds, errors: [] }
  const bound = bindExpression(expect.every, { variables, filled: budget.filled, now: budget.now })
  if (!bound.ok) return { expect: undefined, errors: bound.faults.map((fault) => ({ ...fault, path: PATH })) }
  const errors = problemsOf(bound.value, columns, budget)
  if (errors.length > 0) return { expect: undefined, errors }
  return { expect: { ...bounds, every: { text: expect.every, expression: bound.value } }, errors: [] }
}

function problemsOf(
  expression: string,
  columns: readonly string[] | undefined,
  { suggestions }: PreparationBudget,
): Problem[] {
  const compiled = compileExpression(expression)
  if (!compiled.ok) return [{ code: 'bad_value', message: `expect: ${compiled.message}`, path: PATH }]
  if (columns === undefined) return []
  const known = new Set(columns)
  const absent = compiled.columns.filter((column) => !known.has(column))
  return absent.map((column) => ({
    code: 'unknown_column',
    message: `expect: the rows have no column ${column}`,
    path: PATH,
    suggestions: suggestions.among(columns, column),
  }))
}

/** The columns that steps make of the ones given; undefined when they are not known. */
export const columnsAfterSteps = (
  steps: readonly PostProcessorStep[],
  given: readonly string[] | undefined,
): readonly string[] | undefined =>
  steps.reduce<readonly string[] | undefined>((columns, step) => columnsAfter(step, columns), given)
