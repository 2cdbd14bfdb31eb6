import type { ExecuteBody, ValidateBody } from '@heddle/contract/executions.ts'
import type { Problem } from '@heddle/domain/canvas/problem.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { FieldErrors, ServiceError } from '../../../kernel/errors.ts'
import { type FieldMessages, mergeMessages } from '../../../kernel/field-messages.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import type { UsersService } from '../../users/index.ts'
import type { Asking } from '../choices/choice-rows.ts'
import { type ChoicesService, isFromQuery } from '../choices/choices.service.ts'
import type { PastRows } from '../engine/engine-types.ts'
import { choiceFaults, type ChosenConnections, chosenConnections, missingConnections } from './chosen-connections.ts'
import { findMerge } from './find-merge.ts'
import type { Planners } from './planners.ts'
import type { PlannedInput, PlannedRun, RunnableQuery, RunRequest } from './thread/planner-calls.ts'

type Dependencies = {
  readonly queries: Pick<SavedQueriesService, 'get' | 'find' | 'version'>
  readonly connections: Pick<ControllerConnectionsService, 'find'>
  readonly planners: Planners
  readonly choices: Pick<ChoicesService, 'problemsOf'>
  readonly users: Pick<UsersService, 'actor'>
}

export type CurrentQuery = RunnableQuery & { readonly version: number }
/** The query of a run, without the canvas, which nobody needs once it is planned. */
export type QueryOfRun = Pick<CurrentQuery, 'id' | 'name' | 'version'>
export type RunWork = PlannedInput & { readonly past?: PastRows }
export type CheckedRequest = {
  readonly query: QueryOfRun
  readonly asked: RunRequest
  readonly prepared: Omit<PlannedRun, 'input'> & { readonly input: RunWork | undefined }
}
/** A run that was requested earlier. */
export type StoredRequest = RunRequest & { readonly savedQueryId: string; readonly userId: number | null }

export type RunRequests = ReturnType<typeof createRunRequests>

/** Turns a saved query, in its current version unless another is named, into the plan of a run. */
export function createRunRequests({ queries, connections, planners, choices, users }: Dependencies) {
  async function inVersion(actor: Actor, id: string, version: number | undefined): Promise<StoredQuery> {
    const row = await queries.get(actor, id)
    if (version === undefined || version === row.currentVersion) return row
    const { nodes, edges, postProcessors } = await queries.version(actor, id, version)
    // What is expected belongs to the current version.
    return { ...row, nodes, edges, postProcessors, expect: null, currentVersion: version }
  }

  const exists = async (id: string) => (await connections.find(id)) !== undefined

  async function find(actor: Actor, id: string, body: ExecuteBody & ValidateBody, version?: number) {
    const row = await inVersion(actor, id, version)
    const faults = mergeMessages(choiceFaults(body), await missingConnections(body, exists))
    if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
    return { query: currentQuery(row), asked: requestOf(row, body) }
  }

  /** Before a planner is taken: a run for the choices needs one too. */
  async function problemsOfChoices(id: string, given: GivenVariables, asking: Asking): Promise<readonly Problem[]> {
    const { variables } = given
    if (Object.keys(variables).length === 0) return []
    const { parameters, controllerConnectionId } = await queries.get(asking.actor, id)
    if (!parameters.some(isFromQuery)) return []
    const { connection, merged } = given.chosen(controllerConnectionId)
    const ids = merged?.ids ?? [connection]
    // One that is missing is reported by the run itself.
    for (const chosen of ids) if (!(await exists(chosen))) return []
    return choices.problemsOf({ parameters, variables, connections: ids }, asking)
  }

  async function checkAs(runs: Asking['runs'], actor: Actor, id: string, body: ExecuteBody & ValidateBody, terms: CheckTerms) {
    const { signal, version } = terms
    const isChosen = Object.keys(choiceFaults(body)).length === 0
    const given = { variables: body.variables ?? {}, chosen: (ofQuery: string) => chosenConnections(body, ofQuery) }
    // A wrong choice of connections is reported below.
    const problems = isChosen ? await problemsOfChoices(id, given, { actor, signal, runs }) : []
    return planners.use(actor.id, signal, async (planner): Promise<CheckedRequest> => {
      const { query, asked } = await find(actor, id, body, version)
      const merge = await findMerge(connections, asked)
      const prepared = await planner.planRun({ query, request: asked, merge })
      return { query: queryOfRun(query), asked, prepared: withProblems(prepared, problems) }
    })
  }

  /** Why the values of a stored run are not among the choices, or why nobody can tell. */
  async function faultOfChoices({ userId, savedQueryId, variables, ...chosen }: StoredRequest, signal: AbortSignal) {
    const actor = userId === null ? undefined : await users.actor(userId)
    if (!actor || !(await queries.find(savedQueryId))) return undefined
    try {
      const problems = await problemsOfChoices(savedQueryId, { variables, chosen: () => chosen }, { actor, signal, runs: 'within a run' })
      return problems.length > 0 ? notValid(problems) : undefined
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ServiceError) return error.message
      throw error
    }
  }

  return {
    /** What a body asks for, for a run that ends before it is planned. */
    identify: async (actor: Actor, id: string, body: ExecuteBody, version?: number): Promise<Pick<CheckedRequest, 'query' | 'asked'>> => {
      const { query, asked } = await find(actor, id, body, version)
      return { query: queryOfRun(query), asked }
    },

    /** Checks a request; every problem is in `prepared`. Rejects when the signal fires. */
    check: (actor: Actor, id: string, body: ExecuteBody, signal: AbortSignal, version?: number): Promise<CheckedRequest> =>
      checkAs('within a run', actor, id, body, { signal, version }),

    /** The same, but runs nothing: choices that only a run would tell are not checked. */
    validate: (actor: Actor, id: string, body: ValidateBody, signal: AbortSignal): Promise<CheckedRequest> =>
      checkAs('never', actor, id, body, { signal, version: undefined }),

    /** The query and its plan for a run requested earlier; an error message when it can no longer run. */
    prepareStoredRun: async (request: StoredRequest, signal: AbortSignal): Promise<{ query: QueryOfRun; input: RunWork } | string> => {
      const { savedQueryId, userId, connection, merged, variables, skipPostProcessors } = request
      const fault = await faultOfChoices(request, signal)
      if (fault !== undefined) return fault
      return planners.use(userId, signal, async (planner) => {
        const row = await queries.find(savedQueryId)
        if (!row) return 'The saved query was deleted.'
        const query = currentQuery(row)
        const merge = await findMerge(connections, request)
        const { input, errors } = await planner.planRun({ query, request: { connection, merged, variables, skipPostProcessors }, merge })
        return input ? { query: queryOfRun(query), input } : notValid(errors)
      })
    },
  }
}

type GivenVariables = Pick<RunRequest, 'variables'> & {
  /** The connections to read, given that of the query. */
  readonly chosen: (ofQuery: string) => ChosenConnections
}
type CheckTerms = { readonly signal: AbortSignal; readonly version: number | undefined }

const notValid = (errors: readonly Problem[]): string => `The query does not validate: ${errors.map(({ message }) => message).join(' ')}`

const withProblems = (prepared: PlannedRun, problems: readonly Problem[]): PlannedRun =>
  problems.length === 0 ? prepared : { ...prepared, errors: [...problems, ...prepared.errors], input: undefined }

type StoredQuery = RunnableQuery & { readonly currentVersion: number }

export const runnableQuery = ({
  id,
  name,
  controllerConnectionId,
  nodes,
  edges,
  postProcessors,
  parameters,
  expect,
}: RunnableQuery): RunnableQuery => ({
  id,
  name,
  controllerConnectionId,
  nodes,
  edges,
  postProcessors,
  parameters,
  expect: expect ?? null,
})

export const currentQuery = (row: StoredQuery): CurrentQuery => ({ ...runnableQuery(row), version: row.currentVersion })

export const queryOfRun = ({ id, name, version }: CurrentQuery): QueryOfRun => ({ id, name, version })

/** What a body asks for, with defaults filled in. */
export const requestOf = (query: Pick<RunnableQuery, 'controllerConnectionId'>, body: ExecuteBody & ValidateBody): RunRequest => ({
  ...chosenConnections(body, query.controllerConnectionId),
  variables: body.variables ?? {},
  skipPostProcessors: body.skip_post_processors ?? false,
})

/** Bad input is a 400 that lists every error, and runs nothing. */
export function requireInput({ input, errors }: CheckedRequest['prepared']): RunWork {
  if (input) return input
  throw new FieldErrors(messagesByField(errors), { errors })
}

/** A fault of a variable is one of the field `variables.<name>`; others belong to no field. */
function messagesByField(errors: readonly Problem[]): FieldMessages {
  const fields = errors.map(({ path, message }) => ({ [path?.startsWith('variables.') ? path : 'non_field_errors']: [message] }))
  return mergeMessages(...fields)
}
