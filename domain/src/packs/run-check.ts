import type { ExpectationResult } from '@heddle/contract/executions.ts'
import type { PackCheck, PackExample } from '@heddle/contract/pack-files.ts'
import type { Parameter } from '@heddle/contract/queries.ts'
import { PreparationBudget } from '../canvas/preparation-budget.ts'
import type { ManagedObject } from '../controller-query/controller-query.ts'
import type { FindingsOptions } from '../expectation/findings.ts'
import { type ChangesFound, judgeChanges, unknownChanges } from '../expectation/judge-changes.ts'
import { judgeRows } from '../expectation/judge-rows.ts'
import type { PreparedExpect } from '../expectation/prepare-expect.ts'
import { judgeWhen, whenClasses, type WhenJudgement } from '../expectation/when.ts'
import { readExpect } from '../expectation/read-expect.ts'
import type { FabricFacts } from '../fabric/fabric-facts.ts'
import { executeJoins } from '../join/execute-joins.ts'
import { shapeRows } from '../join/shape-rows.ts'
import { knownModel } from '../mim/known-model.ts'
import { readParameters } from '../parameters/read-parameters.ts'
import type { PostProcessorStep } from '../canvas/canvas.ts'
import type { RowTable, StepResult } from '../post-processing/post-processor.ts'
import { applyStep } from '../post-processing/post-processors.ts'
import { StepFailure } from '../post-processing/step-failure.ts'
import { onlyGiven } from '../only-given.ts'
import { canonicalRow } from '../snapshot/canonical-row.ts'
import { prepareQuery, type PreparedQuery } from '../query/prepare-query.ts'
import { answersOf } from './answers.ts'

/** Enough for any example, and few enough that a hostile one ends soon. */
const MOST_ROWS = 10_000
/** Examples do not change with the day they run on. */
const NOW = Date.parse('2026-06-01T12:00:00Z')
const CAPTURED_AT = '2026-06-01T11:00:00.000+00:00'

export type CheckRun = RowTable & {
  readonly status: ExpectationResult['status'] | 'not_applicable' | 'error'
  readonly reason: string | null
  readonly warnings: readonly string[]
}

type Objects = readonly ManagedObject[]
type Setting = Pick<PackExample, 'parameters' | 'fabric'> & {
  readonly objects: Objects
  /** What there was when the rows were captured; undefined without a capture. */
  readonly before?: Objects | undefined
}

/** Runs a check over objects as it would run over those of a controller, with the engine that runs queries. */
export function runCheck(check: PackCheck, { parameters = {}, fabric = {}, objects, before }: Setting): CheckRun {
  const declared = readParameters(check.parameters ?? []).parameters
  const condition = check.when == null ? undefined : judged(check.when, { parameters, fabric }, declared)
  if (condition !== undefined && condition.status !== 'applies') return without(condition.status, condition.reason)
  const prepared = prepareQuery({
    canvas: { nodes: check.nodes ?? [], edges: check.edges ?? [], post_processors: check.post_processors ?? [] },
    expect: readExpect(check.expect).expect,
    model: knownModel,
    parameters: declared,
    variables: parameters,
    budget: new PreparationBudget(NOW),
  })
  const faults = prepared.errors.map(({ message, path }) => (path === undefined ? message : `${path}: ${message}`))
  if (prepared.plan === undefined) return without('error', faults.join('; '))
  return judgedOver(check, prepared, objects, before)
}

const NO_FACTS: FabricFacts = {
  version: null,
  switch_versions: [],
  lowest_switch: null,
  highest_switch: null,
  nodes: 0,
  leafs: 0,
  spines: 0,
  controllers: 0,
  pods: 0,
}

/** Objects of any class may be in an example, so the controller knows all of them. */
function judged(
  when: string,
  { parameters = {}, fabric = {} }: Pick<PackExample, 'parameters' | 'fabric'>,
  declared: readonly Parameter[],
): WhenJudgement {
  return judgeWhen(when, {
    fabric: { ...NO_FACTS, ...fabric },
    classes: new Map(whenClasses(when).map((name) => [name, true])),
    parameters: declared,
    variables: parameters,
    now: NOW,
  })
}

const without = (status: CheckRun['status'], reason: string): CheckRun => ({
  ...{ status, reason, warnings: [], columns: [], rows: [] },
})

type Rows = RowTable & { readonly warnings: readonly string[] }

function judgedOver(
  { look = false, resource, reason }: PackCheck,
  prepared: PreparedQuery,
  objects: Objects,
  before: Objects | undefined,
): CheckRun {
  const found = rowsOver(prepared, objects)
  if (typeof found === 'string') return without('error', found)
  const { columns, rows, warnings } = found
  const { expect } = prepared
  if (!expect) return { status: 'passed', reason: null, columns, rows, warnings }
  const earlier = before === undefined ? undefined : rowsOver(prepared, before)
  if (typeof earlier === 'string') return without('error', earlier)
  const judge = judgeRows({ ...expect, look })
  judge.add(rows)
  const options = onlyGiven({ resource, reason })
  const changes = expect.changes && changesOf(expect.changes, options, earlier, found)
  const { expectation, warnings: own } = judge.judge(changes)
  return { status: expectation.status, reason: expectation.reason, columns, rows, warnings: [...warnings, ...own] }
}

const changesOf = (
  changes: NonNullable<PreparedExpect['changes']>,
  options: FindingsOptions,
  before: RowTable | undefined,
  now: RowTable,
): ChangesFound =>
  before === undefined
    ? unknownChanges('There is no snapshot.')
    : judgeChanges(changes, options, { ...before, rows: before.rows.map(canonicalRow), capturedAt: CAPTURED_AT }, now)

/** The rows, or why there are none. */
function rowsOver({ plan, steps }: PreparedQuery, objects: Objects): Rows | string {
  if (plan === undefined) throw new Error('a query with errors has no plan')
  const joined = executeJoins(answersOf(plan, objects, knownModel), plan.joins, plan.rows.primary, MOST_ROWS)
  if (!joined.ok) return `edge ${joined.edge_id}: ${joined.reason}`
  const warnings: string[] = joined.failures.map(({ edge_id, path }) => `edge ${edge_id}: on.${path} failed`)
  let table: RowTable = shapeRows(joined.slots, joined.matches, plan.rows)
  for (const step of plan.post_processors.length > 0 ? plan.post_processors : steps) {
    const result = stepOver(step, table)
    if (typeof result === 'string') return result
    warnings.push(...result.warnings)
    table = result
  }
  return { ...table, warnings }
}

function stepOver(step: PostProcessorStep, table: RowTable): StepResult | string {
  try {
    return applyStep(step, table, { maxRows: MOST_ROWS })
  } catch (error: unknown) {
    if (error instanceof StepFailure) return `step ${step.id} (${step.type}): ${error.message}`
    throw error
  }
}
