import type { ExpectationResult } from '@heddle/contract/executions.ts'
import type { PackCheck, PackExample } from '@heddle/contract/pack-files.ts'
import type { Parameter } from '@heddle/contract/queries.ts'
import type { ManagedObject } from '../controller-query/controller-query.ts'
import { judgeRows } from '../expectation/judge-rows.ts'
import { readExpect } from '../expectation/read-expect.ts'
import { executeJoins } from '../join/execute-joins.ts'
import { shapeRows } from '../join/shape-rows.ts'
import { knownModel } from '../mim/known-model.ts'
import { bindParameters } from '../parameters/bind-parameters.ts'
import { readParameters } from '../parameters/read-parameters.ts'
import type { PostProcessorStep } from '../canvas/canvas.ts'
import type { RowTable, StepResult } from '../post-processing/post-processor.ts'
import { applyStep } from '../post-processing/post-processors.ts'
import { StepFailure } from '../post-processing/step-failure.ts'
import { prepareQuery, type PreparedQuery } from '../query/prepare-query.ts'
import { answersOf } from './answers.ts'
import { concerns } from './when.ts'

/** Enough for any example, and few enough that a hostile one ends soon. */
const MOST_ROWS = 10_000

export type CheckRun = RowTable & {
  readonly status: ExpectationResult['status'] | 'not_applicable' | 'error'
  readonly reason: string | null
  readonly warnings: readonly string[]
}

type Setting = Pick<PackExample, 'parameters' | 'fabric'> & { readonly objects: readonly ManagedObject[] }

/** Runs a check over objects as it would run over those of a controller, with the engine that runs queries. */
export function runCheck(check: PackCheck, { parameters = {}, fabric = {}, objects }: Setting): CheckRun {
  const declared = readParameters(check.parameters ?? []).parameters
  const { when } = check
  if (when != null) {
    const params = { ...emptyParameters(declared), ...bindParameters(declared, parameters).variables }
    const answer = concerns(when, { fabric, params })
    if (typeof answer === 'string') return without('error', `when: ${answer}`)
    if (!answer) return without('not_applicable', when)
  }
  const prepared = prepareQuery({
    canvas: { nodes: check.nodes ?? [], edges: check.edges ?? [], post_processors: check.post_processors ?? [] },
    expect: readExpect(check.expect).expect,
    model: knownModel,
    parameters: declared,
    variables: parameters,
  })
  const faults = prepared.errors.map(({ message, path }) => (path === undefined ? message : `${path}: ${message}`))
  if (prepared.plan === undefined) return without('error', faults.join('; '))
  return judged(check, prepared, objects)
}

/** A parameter without a value is null in a condition, not unknown. */
const emptyParameters = (declared: readonly Parameter[]): Record<string, null> =>
  Object.fromEntries(declared.map(({ name }) => [name, null]))

const without = (status: CheckRun['status'], reason: string): CheckRun => ({
  ...{ status, reason, warnings: [], columns: [], rows: [] },
})

function judged(check: PackCheck, { plan, steps, expect }: PreparedQuery, objects: readonly ManagedObject[]): CheckRun {
  if (plan === undefined) throw new Error('a query with errors has no plan')
  const joined = executeJoins(answersOf(plan, objects, knownModel), plan.joins, plan.rows.primary, MOST_ROWS)
  if (!joined.ok) return without('error', `edge ${joined.edge_id}: ${joined.reason}`)
  const warnings: string[] = joined.failures.map(({ edge_id, path }) => `edge ${edge_id}: on.${path} failed`)
  let table: RowTable = shapeRows(joined.slots, joined.matches, plan.rows)
  for (const step of plan.post_processors.length > 0 ? plan.post_processors : steps) {
    const result = stepOver(step, table)
    if (typeof result === 'string') return without('error', result)
    warnings.push(...result.warnings)
    table = result
  }
  const { columns, rows } = table
  if (!expect) return { status: 'passed', reason: null, columns, rows, warnings }
  const judge = judgeRows(check.look === true ? { ...expect, look: true } : expect)
  judge.add(rows)
  const { expectation, warnings: own } = judge.judge()
  return { status: expectation.status, reason: expectation.reason, columns, rows, warnings: [...warnings, ...own] }
}

function stepOver(step: PostProcessorStep, table: RowTable): StepResult | string {
  try {
    return applyStep(step, table, { maxRows: MOST_ROWS })
  } catch (error: unknown) {
    if (error instanceof StepFailure) return `step ${step.id} (${step.type}): ${error.message}`
    throw error
  }
}
