import { MOST_LOOKUPS } from '@heddle/contract/canvas-budget.ts'
import { findVariables } from '@heddle/domain/canvas/binding/variables.ts'
import type { PostProcessorStep } from '@heddle/domain/canvas/canvas.ts'
import type { Problem } from '@heddle/domain/canvas/problem.ts'
import type { PreparedQuery } from '@heddle/domain/query/prepare-query.ts'
import type { RunInput } from '../../engine/engine-types.ts'
import type { RunnableQuery } from './planner-calls.ts'

type Dependencies = {
  readonly findQuery: (id: string) => Promise<RunnableQuery | undefined>
  readonly prepare: (query: RunnableQuery) => PreparedQuery
}
type Steps = readonly PostProcessorStep[]
type PreparedLookup = { readonly query: RunnableQuery; readonly prepared: PreparedQuery } | undefined
type Inputs = Readonly<Record<string, RunInput>>
type Planned = { readonly inputs: Inputs; readonly errors: readonly Problem[] }

const DEEPEST_LOOKUP = 3

const TOO_MANY: Problem = {
  code: 'too_large',
  message: `The query has more than ${MOST_LOOKUPS} lookups, counting those of the queries it looks up in.`,
}

/** Plans the queries that `lookup` steps read, for one run: each query is read and prepared only once. */
export function createLookups({ findQuery, prepare }: Dependencies) {
  const known = new Map<string, Promise<PreparedLookup>>()
  // A step counts once for each path that leads to it from the query that runs.
  let count = 0

  function find(id: string): Promise<PreparedLookup> {
    const found = known.get(id) ?? findQuery(id).then((query) => query && { query, prepared: prepare(query) })
    known.set(id, found)
    return found
  }

  /** `chain` holds the ids of the queries above, none of which may recur. Faults name the step. */
  async function plan(query: RunnableQuery, steps: Steps, chain: readonly string[]): Promise<Planned> {
    const inputs: [string, RunInput][] = []
    const errors: Problem[] = []
    for (const [index, step] of steps.entries()) {
      const target = lookupTarget(step)
      if (target === undefined) continue
      if (++count > MOST_LOOKUPS) break
      const other = await find(target)
      const fault = faultOf(target, other?.query, query, chain)
      const nested = other && fault === undefined ? await planOther(other, chain) : { errors: fault ?? [], input: undefined }
      errors.push(...nested.errors.map((error) => ({ ...error, ...place(step, index) })))
      if (nested.input) inputs.push([step.id, nested.input])
    }
    // From entries, so that a step named `__proto__` becomes an entry too.
    return { inputs: Object.fromEntries(inputs), errors }
  }

  async function planOther({ query, prepared }: NonNullable<PreparedLookup>, above: readonly string[]) {
    const lookups = await plan(query, prepared.steps, [...above, query.id])
    const errors = [...prepared.errors, ...lookups.errors].map(({ code, message }): Problem => ({
      code: code === 'too_large' ? code : BAD_CONFIG,
      message: `lookup "${query.name}": ${message}`,
    }))
    const input = { connection: query.controllerConnectionId, lookups: lookups.inputs }
    return { errors, input: prepared.plan && errors.length === 0 ? { plan: prepared.plan, ...input } : undefined }
  }

  return {
    /** The plans of the queries that bound steps look up in. */
    of: async (query: RunnableQuery, steps: Steps): Promise<Planned> => {
      const planned = await plan(query, steps, [query.id])
      return count > MOST_LOOKUPS ? { ...planned, errors: [TOO_MANY] } : planned
    },
  }
}

const BAD_CONFIG = 'bad_post_processor_config' as const

function faultOf(target: string, other: RunnableQuery | undefined, query: RunnableQuery, chain: readonly string[]): Problem[] | undefined {
  const fault = (message: string): Problem[] => [{ code: BAD_CONFIG, message: `lookup: ${message}` }]
  if (!other) return fault(`the saved query ${target} does not exist.`)
  if (chain.includes(other.id)) return fault(`"${other.name}" leads back to "${query.name}".`)
  if (chain.length > DEEPEST_LOOKUP) return fault(`lookups can be nested at most ${DEEPEST_LOOKUP} deep.`)
  return undefined
}

/**
 * Id of the query a step looks up in; undefined for other or disabled steps, and where the config rules report a fault
 * anyway.
 */
function lookupTarget({ type, enabled, config }: PostProcessorStep): string | undefined {
  const target = type === 'lookup' && enabled ? config.saved_query : undefined
  return typeof target === 'string' && target !== '' && findVariables(target).length === 0 ? target.toLowerCase() : undefined
}

const place = ({ id }: PostProcessorStep, index: number) => ({ step_id: id, path: `post_processors.${index}.config.saved_query` })
