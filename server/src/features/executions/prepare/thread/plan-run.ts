import type { ClassModel } from '@heddle/domain/mim/model.ts'
import type { Plan } from '@heddle/domain/query/plan.ts'
import { prepareQuery, type PreparedQuery } from '@heddle/domain/query/prepare-query.ts'
import type { RunInput } from '../../engine/engine-types.ts'
import { packInput } from '../../engine/packed-run.ts'
import { createLookups } from './plan-lookups.ts'
import type { PlannedInput, PlannedRun, PlanOrder, RunnableQuery } from './planner-calls.ts'

export type PlanningOf<Order> = Omit<Order, 'model'> & {
  readonly model: ClassModel
  readonly findQuery: (id: string) => Promise<RunnableQuery | undefined>
}

/** Validates and plans a query and the queries its `lookup` steps read. */
export async function planRun(planning: PlanningOf<PlanOrder>): Promise<PlannedRun> {
  const { query, request } = planning
  const postProcessors = request.skipPostProcessors ? [] : query.postProcessors
  const { plan, ...prepared } = prepare({ ...query, postProcessors }, planning)
  const lookups = await lookupsOf(planning).of(query, prepared.steps)
  const errors = [...prepared.errors, ...lookups.errors]
  const isPlanned = plan && errors.length === 0
  const input = isPlanned ? plannedInput({ plan, connection: request.connection, lookups: lookups.inputs }) : undefined
  return { errors, warnings: prepared.warnings, input }
}

export const lookupsOf = (planning: PlanningOf<PlanOrder>) =>
  createLookups({ findQuery: planning.findQuery, prepare: (query) => prepare(query, planning) })

function prepare({ nodes, edges, postProcessors }: RunnableQuery, planning: PlanningOf<PlanOrder>): PreparedQuery {
  const { request, model, maxResultRows } = planning
  return prepareQuery({ canvas: { nodes, edges, post_processors: postProcessors }, variables: request.variables, model, maxResultRows })
}

export function plannedInput(input: Omit<RunInput, 'past'>): PlannedInput {
  const { text, steps } = input.plan
  return { packed: packInput(input), text, steps, className: classNameOf(input.plan) }
}

const classNameOf = ({ fetches, rows }: Plan): string | null =>
  fetches.flatMap(({ tables }) => tables).find(({ id }) => id === rows.primary)?.class_name ?? null
