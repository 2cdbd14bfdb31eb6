import { isDeepStrictEqual } from 'node:util'
import { columnsAfterSteps, prepareExpect } from '@heddle/domain/expectation/prepare-expect.ts'
import { parseCanvas } from '@heddle/domain/canvas/parse-canvas.ts'
import { bindParameters } from '@heddle/domain/parameters/bind-parameters.ts'
import { comparingSteps } from '@heddle/domain/query/column-comparisons.ts'
import { explainSteps, explainText } from '@heddle/domain/query/explain.ts'
import type { Plan, PlanStep } from '@heddle/domain/query/plan.ts'
import { PreparationBudget } from '@heddle/domain/canvas/preparation-budget.ts'
import { prepareSteps } from '@heddle/domain/query/prepare-steps.ts'
import { timestamp } from '../../../kernel/instants.ts'
import { nameLookups } from './name-lookups.ts'
import { judgedBy, lookupsOf, plannedInput, type PlanningOf } from './plan-run.ts'
import type { QueryToRun } from '../query-to-run.ts'
import type { PastPlanOrder, PlannedPastRun } from './planner-calls.ts'

type Planning = PlanningOf<PastPlanOrder>
type Past = PastPlanOrder['past']
type Steps = QueryToRun['postProcessors']

/**
 * A run over captured rows: the fetches and joins of the canvas are ignored, because nothing is read. If the rows
 * already went through the query's post-processors they are the result; otherwise the current ones are applied.
 */
export async function planPastRun(planning: Planning): Promise<PlannedPastRun> {
  const { query, past, capturedSteps, request } = planning
  const areAsTheyWere = request.skipPostProcessors || isSameWork(capturedSteps, query.postProcessors)
  const wire = areAsTheyWere ? [] : query.postProcessors
  const budget = new PreparationBudget(planning.now)
  const given = bindParameters(query.parameters, request.variables)
  const { variables } = given
  const { steps, errors } = prepareSteps({ post_processors: wire, columns: past.columns, variables, budget })
  const lookups = await lookupsOf(planning, budget).of(query, request.connection, steps)
  const columns = errors.length > 0 ? undefined : columnsAfterSteps(steps, past.columns)
  const wanted = request.skipPostProcessors ? null : query.expect
  const { expect, errors: unmet } = prepareExpect({ expect: wanted, variables, budget, columns })
  // A parameter that is missing matters only where a step uses it, and then that step has the fault.
  const faults = [
    ...given.problems.filter(({ code }) => code !== 'missing_variable'),
    ...errors,
    ...lookups.errors,
    ...unmet,
  ]
  if (faults.length > 0) return { errors: faults, warnings: [], input: undefined, pastWarnings: [] }
  const pastWarnings = warningsOf(planning, {
    stepsRun: wire.length > 0,
    looksUp: Object.values(lookups.inputs).some((lookup) => !('order' in lookup)),
  })
  const comparing = comparingSteps(steps, parseCanvas(query).canvas, planning.model)
  const plan = nameLookups(planOf(past, comparing), lookups.places)
  const input = plannedInput({
    plan,
    connection: request.connection,
    lookups: lookups.inputs,
    // Its own snapshot is not an earlier one.
    ...judgedBy(expect, planning, timestamp(new Date(past.capturedAt.getTime() - 1))),
  })
  return { errors: [], warnings: [], input, pastWarnings }
}

/** Ids and disabled steps make no difference to the rows. */
function isSameWork(before: Steps, now: Steps): boolean {
  return isDeepStrictEqual(workOf(before), workOf(now))
}

function workOf(steps: Steps) {
  const { post_processors } = parseCanvas({ nodes: [], edges: [], post_processors: steps }).canvas
  return post_processors.filter(({ enabled }) => enabled).map(({ type, config }) => ({ type, config }))
}

const describe = ({ id, capturedAt }: Past): string => `snapshot ${id}, captured ${timestamp(capturedAt)}`

function planOf(past: Past, post_processors: Plan['post_processors']): Plan {
  const nothing = { fetches: [], joins: [], rows: { primary: '', tables: [] }, stop_after_rows: undefined }
  const text = `the ${past.rowCount} rows of ${describe(past)}; no controller request`
  const rows: PlanStep = { step: 'rows', id: past.id, text }
  const applied = explainSteps({ ...nothing, post_processors }).filter(({ step }) => step === 'post_processor')
  const steps = [rows, ...applied]
  return { ...nothing, post_processors, text: explainText(steps), steps }
}

function warningsOf(
  { version, past, request }: Planning,
  { stepsRun, looksUp }: { stepsRun: boolean; looksUp: boolean },
) {
  const warnings = [`as_of: the rows are from ${describe(past)}`]
  if (past.savedQueryVersion !== version) {
    warnings.push(
      `as_of: captured with version ${past.savedQueryVersion} of the query; the current version is ${version}`,
    )
  }
  if (Object.keys(request.variables).length > 0) {
    warnings.push(
      `as_of: variables ${stepsRun ? 'apply only to the post-processors' : 'have no effect'}: the rows had already been read`,
    )
  }
  if (looksUp) warnings.push('as_of: lookups read current data')
  return warnings
}
