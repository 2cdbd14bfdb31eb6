import type { PostProcessorStep } from '@heddle/domain/canvas/canvas.ts'
import { findVariables } from '@heddle/domain/canvas/binding/variables.ts'
import type { Problem } from '@heddle/domain/canvas/problem.ts'
import type { ClassModel } from '@heddle/domain/mim/model.ts'
import { prepareQuery } from '@heddle/domain/query/prepare-query.ts'
import type { RunInput } from '../engine/engine-types.ts'

/** The parts of a saved query that a run needs. */
export type RunnableQuery = {
  readonly id: string
  readonly name: string
  readonly controllerConnectionId: string
  readonly nodes: unknown
  readonly edges: unknown
  readonly postProcessors: readonly Record<string, unknown>[]
}

export type PlannedRun = {
  readonly errors: readonly Problem[]
  readonly warnings: readonly Problem[]
  /** Only when there are no errors. */
  readonly input: RunInput | undefined
}

export type PlanRunOptions = {
  readonly connection: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly skipPostProcessors: boolean
  readonly model: ClassModel
  readonly maxResultRows: number
  readonly findQuery: (id: string) => Promise<RunnableQuery | undefined>
}

const DEEPEST_LOOKUP = 3

/** Validates and plans a query and the queries its `lookup` steps read; faults of those name the step. */
export async function planRun(query: RunnableQuery, options: PlanRunOptions, above: readonly string[] = []): Promise<PlannedRun> {
  const steps = options.skipPostProcessors ? [] : query.postProcessors
  const prepared = prepareQuery({
    canvas: { nodes: query.nodes, edges: query.edges, post_processors: steps },
    variables: options.variables,
    model: options.model,
    maxResultRows: options.maxResultRows,
  })
  const lookups = await planLookups(query, prepared.steps, options, [...above, query.id])
  const errors = [...prepared.errors, ...lookups.errors]
  const input =
    prepared.plan && errors.length === 0 ? { plan: prepared.plan, connection: options.connection, lookups: lookups.inputs } : undefined
  return { errors, warnings: [...prepared.warnings, ...lookups.warnings], input }
}

/**
 * Prepares the queries that bound steps look up in. `chain` holds the ids of the queries above, none of which may
 * recur.
 */
export async function planLookups(
  query: RunnableQuery,
  steps: readonly PostProcessorStep[],
  options: PlanRunOptions,
  chain: readonly string[],
) {
  const inputs: [string, RunInput][] = []
  const errors: Problem[] = []
  const warnings: Problem[] = []
  for (const [index, step] of steps.entries()) {
    const target = lookupTarget(step)
    if (target === undefined) continue
    const fault = (message: string) => errors.push({ code: 'bad_post_processor_config', message, ...place(step, index) })
    const other = await options.findQuery(target)
    if (!other) fault(`lookup: the saved query ${target} does not exist.`)
    else if (chain.includes(other.id)) fault(`lookup: "${other.name}" leads back to "${query.name}".`)
    else if (chain.length > DEEPEST_LOOKUP) fault(`lookup: lookups can be nested at most ${DEEPEST_LOOKUP} deep.`)
    else {
      const nested = await planRun(other, { ...options, skipPostProcessors: false, connection: other.controllerConnectionId }, chain)
      for (const error of nested.errors) fault(`lookup "${other.name}": ${error.message}`)
      if (nested.input) inputs.push([step.id, nested.input])
    }
  }
  // From entries, so that a step named `__proto__` becomes an entry too.
  return { inputs: Object.fromEntries(inputs), errors, warnings }
}

/**
 * Id of the query a step looks up in; undefined for other or disabled steps, and where the config rules report a fault
 * anyway.
 */
function lookupTarget({ type, enabled, config }: PostProcessorStep): string | undefined {
  const target = type === 'lookup' && enabled ? config.saved_query : undefined
  return typeof target === 'string' && target !== '' && findVariables(target).length === 0 ? target : undefined
}

const place = ({ id }: PostProcessorStep, index: number) => ({ step_id: id, path: `post_processors.${index}.config.saved_query` })
