import { PREVIOUS } from '@heddle/contract/queries.ts'
import type { Variables } from '@heddle/domain/canvas/canvas.ts'
import { namedClasses } from '@heddle/domain/canvas/named-classes.ts'
import type { ClassModel } from '@heddle/domain/mim/model.ts'
import { onlyGiven } from '@heddle/domain/only-given.ts'
import { bindParameters } from '@heddle/domain/parameters/bind-parameters.ts'
import type { PreparedExpect } from '@heddle/domain/expectation/prepare-expect.ts'
import type { Plan } from '@heddle/domain/query/plan.ts'
import { PreparationBudget } from '@heddle/domain/canvas/preparation-budget.ts'
import { prepareQuery, type PreparedQuery } from '@heddle/domain/query/prepare-query.ts'
import { type CaptureOrder, packInput, type RunInput } from '../../run-engine/index.ts'
import { nameLookups } from './name-lookups.ts'
import { createLookups } from './plan-lookups.ts'
import { type QueryToRun, subjectOf } from '../query-to-run.ts'
import type { ClassVersions, FindQuery, PlannedInput, PlannedRun, PlanOrder } from './planner-calls.ts'
import { runWarnings } from './run-warnings.ts'

export type PlanningOf<Order> = Omit<Order, 'model'> & {
  readonly model: ClassModel
  readonly findQuery: FindQuery
  /** Asked only about classes that the model lacks. */
  readonly versionsWith?: (classNames: readonly string[]) => Promise<ClassVersions>
}

/** Validates and plans a query and the queries its `lookup` steps read. */
export async function planRun(planning: PlanningOf<PlanOrder>): Promise<PlannedRun> {
  const { query, request, merge } = planning
  const merged = merge?.connections.map(({ name }) => name)
  const postProcessors = request.skipPostProcessors ? [] : query.postProcessors
  const budget = new PreparationBudget(planning.now)
  const own = { expect: request.skipPostProcessors ? null : query.expect, merged, connection: request.connection }
  const { plan, ...prepared } = await prepare({ ...query, postProcessors }, planning, budget, own)
  const lookups = await lookupsOf(planning, budget).of(query, merge ? undefined : request.connection, prepared.steps)
  const errors = [...prepared.errors, ...lookups.errors]
  const { connection } = request
  const named = plan && errors.length === 0 ? nameLookups(plan, lookups.places) : undefined
  const warnings = [...(planning.noted ?? []), ...runWarnings(prepared.warnings)]
  const input = named
    ? plannedInput({
        plan: named,
        connection,
        merge,
        lookups: lookups.inputs,
        ...judgedBy(prepared.expect, planning, null),
        warnings,
      })
    : undefined
  return { errors, warnings: prepared.warnings, input }
}

/** Who judges what is not as expected; `at` is the instant that earlier snapshots are from before. */
export function judgedBy(
  expect: PreparedExpect | undefined,
  { query, merge, judging, request }: Pick<PlanOrder, 'query' | 'merge' | 'judging' | 'request'>,
  at: string | null,
): Pick<RunInput, 'expect' | 'judging' | 'against'> {
  const { look = false, resource, reason } = query
  const merged = merge === undefined ? undefined : true
  return {
    judging: { ...judging, subject: subjectOf(query), severity: query.severity },
    expect: expect && { ...expect, ...onlyGiven({ resource, reason, merged, waivers: judging?.waivers }), look },
    against: expect?.changes && comparedWith(expect, query.id, request.connection, at),
  }
}

function comparedWith(
  { against = PREVIOUS }: PreparedExpect,
  savedQuery: string,
  connection: string,
  at: string | null,
): CaptureOrder | undefined {
  if (savedQuery === '') return undefined
  return { savedQuery, connection, at, ...(against !== PREVIOUS && { id: against }) }
}

/** The lookups of a run use up the same budget as its query. */
export const lookupsOf = (planning: PlanningOf<PlanOrder>, budget: PreparationBudget) =>
  createLookups({
    findQuery: planning.findQuery,
    prepare: (query) => prepare(query, planning, budget, { connection: query.controllerConnectionId }),
  })

type OfRun = {
  readonly connection: string
  /** Only of the query that is run, not of one it looks up in. */
  readonly expect?: QueryToRun['expect']
  /** The names of the connections of a merged run. */
  readonly merged?: readonly string[] | undefined
}

async function prepare(
  query: QueryToRun,
  planning: PlanningOf<PlanOrder>,
  budget: PreparationBudget,
  { connection, expect, merged }: OfRun,
): Promise<PreparedQuery> {
  const { request, model, maxResultRows, counts } = planning
  const sizes = (className: string) => (connection === request.connection ? counts?.get(className) : undefined)
  const canvas = { nodes: query.nodes, edges: query.edges, post_processors: query.postProcessors }
  const declared = { parameters: query.parameters, variables: variablesFor(query, planning), expect }
  const otherVersions = await versionsOfMissing(namedClasses(canvas), planning)
  return prepareQuery({ canvas, ...declared, model, sizes, otherVersions, maxResultRows, merged, budget })
}

/** A query that is looked up in declares its own parameters; what it does not declare is as in the query of the run. */
function variablesFor({ parameters }: QueryToRun, { query, request: { variables } }: PlanningOf<PlanOrder>): Variables {
  if (query.parameters.length === 0) return variables
  const own = new Set(parameters.map(({ name }) => name))
  const inherited = Object.entries(bindParameters(query.parameters, variables).variables)
  return Object.fromEntries([...Object.entries(variables), ...inherited.filter(([name]) => !own.has(name))])
}

/** More unknown classes than a canvas has nodes are not worth asking about. */
const MOST_MISSING = 100

async function versionsOfMissing(classNames: readonly string[], { model, versionsWith }: PlanningOf<PlanOrder>) {
  const missing = model.installed ? classNames.filter((name) => model.find(name) === undefined) : []
  if (missing.length === 0 || versionsWith === undefined) return undefined
  const versions = await versionsWith(missing.slice(0, MOST_MISSING))
  return (className: string) => versions.get(className) ?? []
}

export function plannedInput(input: Omit<RunInput, 'past'>): PlannedInput {
  const { text, steps } = input.plan
  return {
    packed: packInput(input),
    text,
    steps,
    className: classNameOf(input.plan),
    readsCaptures: readsCaptures(input),
    expectedObjects: expectedObjects(input),
  }
}

const readsCaptures = ({ against, lookups }: RunInput): boolean =>
  against !== undefined || Object.values(lookups).some((lookup) => 'order' in lookup || readsCaptures(lookup))

/** A merged run reads them from each of its connections. */
function expectedObjects({ plan, merge }: RunInput): number {
  const counted = plan.steps.flatMap(({ size, estimated_rows }) =>
    size?.source === 'counted' ? (estimated_rows ?? size.objects) : [],
  )
  return counted.reduce((sum, objects) => sum + objects, 0) * (merge?.connections.length ?? 1)
}

const classNameOf = ({ fetches, rows }: Plan): string | null =>
  fetches.flatMap(({ tables }) => tables).find(({ id }) => id === rows.primary)?.class_name ?? null
