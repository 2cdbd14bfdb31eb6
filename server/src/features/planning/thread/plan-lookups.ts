import { MOST_LOOKUPS } from '@heddle/contract/canvas-budget.ts'
import { findVariables } from '@heddle/domain/canvas/binding/variables.ts'
import type { PostProcessorStep } from '@heddle/domain/canvas/canvas.ts'
import { CONTROLLER_COLUMN } from '@heddle/domain/canvas/names.ts'
import type { Problem } from '@heddle/domain/canvas/problem.ts'
import { columnsAfterSteps } from '@heddle/domain/expectation/prepare-expect.ts'
import { lookupInstant } from '@heddle/domain/post-processing/lookup.ts'
import type { PreparedQuery } from '@heddle/domain/query/prepare-query.ts'
import { timestamp } from '../../../kernel/instants.ts'
import type { RunInput } from '../../run-engine/index.ts'
import type { QueryToRun } from '../query-to-run.ts'
import type { FindQuery, LookedUpQuery } from './planner-calls.ts'
import { runWarnings } from './run-warnings.ts'

type Dependencies = {
  readonly findQuery: FindQuery
  readonly prepare: (query: QueryToRun) => PreparedQuery | Promise<PreparedQuery>
}
type Steps = readonly PostProcessorStep[]
type PreparedLookup = { readonly query: LookedUpQuery; readonly prepared: PreparedQuery } | undefined
type Inputs = RunInput['lookups']
type Planned = { readonly inputs: Inputs; readonly errors: readonly Problem[]; readonly places: LookupPlaces }

/** Where each `lookup` step looks, by its id and in words. */
export type LookupPlaces = ReadonlyMap<string, string>
/** A query and the connection it is read from; undefined for several at once. */
type Reading = {
  readonly query: QueryToRun
  readonly connection: string | undefined
  /** It is looked up in, so in a run on several connections it is run on one at a time. */
  readonly isNested?: boolean
}

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
    const found =
      known.get(id) ?? findQuery(id).then(async (query) => query && { query, prepared: await prepare(query) })
    known.set(id, found)
    return found
  }

  /** `chain` holds the ids of the queries above, none of which may recur. Faults name the step. */
  async function plan(reading: Reading, steps: Steps, chain: readonly string[]): Promise<Planned> {
    const inputs: [string, Inputs[string]][] = []
    const places = new Map<string, string>()
    const errors: Problem[] = []
    for (const [index, step] of steps.entries()) {
      const target = lookupTarget(step)
      if (target === undefined) continue
      if (++count > MOST_LOOKUPS) break
      const other = await find(target)
      const fault =
        faultOf(target, other?.query, reading.query, chain) ?? connectionFault(other?.query, steps, index, reading)
      const nested =
        other && fault === undefined
          ? await planOther(other, step, reading, chain)
          : { errors: fault ?? [], input: undefined }
      errors.push(...nested.errors.map((error) => ({ ...error, ...place(step, index) })))
      if (!other || !nested.input) continue
      inputs.push([step.id, nested.input])
      places.set(step.id, placeInWords(step, other.query, reading))
    }
    // From entries, so that a step named `__proto__` becomes an entry too.
    return { inputs: Object.fromEntries(inputs), errors, places }
  }

  async function planOther(
    { query, prepared }: NonNullable<PreparedLookup>,
    step: PostProcessorStep,
    from: Reading,
    above: readonly string[],
  ) {
    const follows = goesAlong(step, query, from.query) && from.connection === undefined
    const connection = connectionOf(step, query, from)
    const reading = { query, connection: follows ? undefined : connection, isNested: true }
    const asOf = captureOf(step)
    if (asOf !== undefined) {
      const order = { savedQuery: query.id, connection, at: asOf }
      return { errors: [], input: { order, name: query.name, ...captureTerms(step), ...(follows && { follows }) } }
    }
    const lookups = await plan(reading, prepared.steps, [...above, query.id])
    const errors = [...prepared.errors, ...lookups.errors].map(({ code, message }): Problem => ({
      code: code === 'too_large' ? code : BAD_CONFIG,
      message: `lookup "${query.name}": ${message}`,
    }))
    const warnings = runWarnings(prepared.warnings).map((warning) => `lookup "${query.name}": ${warning}`)
    const input = { connection, lookups: lookups.inputs, warnings, ...(follows && { follows }) }
    return { errors, input: prepared.plan && errors.length === 0 ? { plan: prepared.plan, ...input } : undefined }
  }

  return {
    /** The plans of the queries that bound steps look up in; without a connection, the run reads several. */
    of: async (query: QueryToRun, connection: string | undefined, steps: Steps): Promise<Planned> => {
      const planned = await plan({ query, connection }, steps, [query.id])
      return count > MOST_LOOKUPS ? { ...planned, errors: [TOO_MANY] } : planned
    },
  }
}

/** When the captured rows that a step looks up in are from: null for the newest before the run. */
function captureOf({ config }: PostProcessorStep): string | null | undefined {
  if (typeof config.as_of !== 'string') return undefined
  const instant = lookupInstant(config.as_of)
  return instant === undefined ? null : timestamp(new Date(instant))
}

const captureTerms = ({ config }: PostProcessorStep) => ({
  isOptional: config.join === 'left',
  columns: Array.isArray(config.columns) ? config.columns.filter((name) => typeof name === 'string') : [],
})

const BAD_CONFIG = 'bad_post_processor_config' as const

function faultOf(
  target: string,
  other: QueryToRun | undefined,
  query: QueryToRun,
  chain: readonly string[],
): Problem[] | undefined {
  const fault = (message: string): Problem[] => [{ code: BAD_CONFIG, message: `lookup: ${message}` }]
  if (!other) return fault(`the saved query ${target} does not exist.`)
  if (chain.includes(other.id)) return fault(`"${other.name}" leads back to "${query.name}".`)
  if (chain.length > DEEPEST_LOOKUP) return fault(`lookups can be nested at most ${DEEPEST_LOOKUP} deep.`)
  return undefined
}

/** In a run on several connections, a row is looked up in its own: it has to say which that is. */
function connectionFault(
  other: QueryToRun | undefined,
  steps: Steps,
  index: number,
  { query, connection, isNested = false }: Reading,
): Problem[] | undefined {
  const step = steps[index]
  if (connection !== undefined || isNested || !step || !other || !goesAlong(step, other, query)) return undefined
  const columns = columnsAfterSteps(steps.slice(0, index), [CONTROLLER_COLUMN])
  if (columns?.includes(CONTROLLER_COLUMN) === true) return undefined
  const message = `lookup: in a run on several connections, rows are looked up in their own: keep the column ${CONTROLLER_COLUMN} up to this step, or use "own".`
  return [{ code: BAD_CONFIG, message }]
}

/**
 * A query saved for the same connection as the one that looks it up goes with it: rows of one fabric are not looked up
 * in another because a run names another connection.
 */
function connectionOf(step: PostProcessorStep, other: QueryToRun, { query, connection }: Reading): string {
  return (goesAlong(step, other, query) ? connection : undefined) ?? other.controllerConnectionId
}

/** Whether it is read from the connection of the rows that it is looked up for. */
const goesAlong = ({ config }: PostProcessorStep, other: QueryToRun, query: QueryToRun): boolean =>
  config.connection === 'same' ||
  other.controllerConnectionId === '' ||
  (config.connection !== 'own' && isSavedAlike(other, query))

const isSavedAlike = (one: QueryToRun, other: QueryToRun) => one.controllerConnectionId === other.controllerConnectionId

function placeInWords(step: PostProcessorStep, other: LookedUpQuery, from: Reading): string {
  const own =
    other.connectionName === undefined
      ? 'its own connection'
      : `its own connection ${JSON.stringify(other.connectionName)}`
  const asOf = captureOf(step)
  const when = asOf === undefined ? '' : asOf === null ? ' as captured before this run' : ` as captured by ${asOf}`
  if (from.connection === undefined && goesAlong(step, other, from.query))
    return `${JSON.stringify(other.name)} on the connection of each row${when}`
  const where = connectionOf(step, other, from) === from.connection ? 'the connection of the run' : own
  return `${JSON.stringify(other.name)} on ${where}${when}`
}

/**
 * Id of the query a step looks up in; undefined for other or disabled steps, and where the config rules report a fault
 * anyway.
 */
function lookupTarget({ type, enabled, config }: PostProcessorStep): string | undefined {
  const target = type === 'lookup' && enabled ? config.saved_query : undefined
  return typeof target === 'string' && target !== '' && findVariables(target).length === 0
    ? target.toLowerCase()
    : undefined
}

const place = ({ id }: PostProcessorStep, index: number) => ({
  step_id: id,
  path: `post_processors.${index}.config.saved_query`,
})
