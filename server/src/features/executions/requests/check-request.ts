import type { ExecuteBody, ValidateBody } from '@heddle/contract/executions.ts'
import type { Problem } from '@heddle/domain/canvas/problem.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { FieldErrors, ServiceError } from '../../../kernel/errors.ts'
import { type FieldMessages, mergeMessages } from '../../../kernel/field-messages.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import type { UsersService } from '../../users/index.ts'
import type { Asking as AskingForChoices } from '../choices/choice-rows.ts'
import { type ChoicesService, isFromQuery } from '../choices/choices.service.ts'
import {
  choiceFaults,
  type ChosenConnections,
  chosenConnections,
  missingConnections,
  type PlannedInput,
  type PlannedRun,
  type Planners,
  type QueryToRun,
  queryToRun,
  type RunRequest,
} from '../../planning/index.ts'
import type { PastRows } from '../../run-engine/index.ts'
import {
  createAskedQueries,
  type CurrentQuery,
  currentQuery,
  type QueryOfRun,
  queryOfRun,
  storedDraft,
} from './find-query.ts'
import { findMerge } from './find-merge.ts'
import type { StoredDraft } from '../read-draft.ts'

type Dependencies = {
  readonly queries: Pick<SavedQueriesService, 'get' | 'find' | 'version'>
  readonly connections: Pick<ControllerConnectionsService, 'find'>
  readonly planners: Planners
  readonly choices: Pick<ChoicesService, 'problemsOf'>
  readonly users: Pick<UsersService, 'actor'>
}

export type RunWork = PlannedInput & { readonly past?: PastRows }
export type CheckedRequest = {
  readonly query: QueryOfRun
  readonly asked: RunRequest
  readonly prepared: Omit<PlannedRun, 'input'> & { readonly input: RunWork | undefined }
}
/** A run that was requested earlier. */
export type StoredRequest = RunRequest & {
  readonly savedQueryId: string | null
  readonly draft: StoredDraft | null
  readonly userId: number | null
}

export type RunRequests = ReturnType<typeof createRunRequests>

/** Turns a saved query, in its current version unless another is named, or a draft into the plan of a run. */
export function createRunRequests({ queries, connections, planners, choices, users }: Dependencies) {
  const askedQueries = createAskedQueries({ queries })
  const exists = async (id: string) => (await connections.find(id)) !== undefined

  /** What is asked for, with every fault but those of the canvas. */
  async function find(actor: Actor, { id, version }: Pick<Asking, 'id' | 'version'>, body: RunBody) {
    const { query, problems } = await askedQueries.find(actor, { id, version, draft: body.draft })
    const faults = mergeMessages(faultsOfDraft(id, body), choiceFaults(body), await missingConnections(body, exists))
    const asked = requestOf(query, body)
    // Nothing else says where a draft of no query belongs.
    return {
      query: id === null ? { ...query, controllerConnectionId: asked.connection } : query,
      asked,
      problems,
      faults,
    }
  }

  /** Before a planner is taken: a run for the choices needs one too. */
  async function problemsOfChoices(
    declared: Declared,
    given: GivenVariables,
    asking: AskingForChoices,
  ): Promise<readonly Problem[]> {
    const { parameters, controllerConnectionId } = declared
    const { variables } = given
    if (!parameters.some(isFromQuery)) return []
    const { connection, merged } = given.chosen(controllerConnectionId)
    const ids = merged?.ids ?? [connection]
    // One that is missing is reported by the run itself.
    for (const chosen of ids) if (!(await exists(chosen))) return []
    return choices.problemsOf({ parameters, variables, connections: ids }, asking)
  }

  async function problemsOfGiven(actor: Actor, { id, version, signal, runs }: Asking, body: RunBody) {
    const { variables = {} } = body
    // A wrong choice of connections is reported by `find`.
    const isChosen = Object.keys({ ...faultsOfDraft(id, body), ...choiceFaults(body) }).length === 0
    if (!isChosen || Object.keys(variables).length === 0) return []
    const { query } = await askedQueries.find(actor, { id, version, draft: body.draft })
    return problemsOfChoices(
      query,
      { variables, chosen: (ofQuery) => chosenConnections(body, ofQuery) },
      { actor, signal, runs },
    )
  }

  async function checkAs(actor: Actor, asking: Asking, body: RunBody): Promise<CheckedRequest> {
    const wrongChoices = await problemsOfGiven(actor, asking, body)
    return planners.use(actor.id, asking.signal, async (planner) => {
      const { query, asked, problems, faults } = await find(actor, asking, body)
      const isFaulty = Object.keys(faults).length > 0
      // The canvas of a draft is part of the body, whose faults are all listed; in a merged run it has another column.
      if (isFaulty && (query.draft === null || body.merge === true)) throw new FieldErrors(faults)
      const merge = isFaulty ? undefined : await findMerge(connections, asked)
      const planned = await planner.planRun({ query: queryToRun(query), request: asked, merge })
      const prepared = withProblems(planned, [...wrongChoices, ...problems])
      if (isFaulty) throw refusal(prepared.errors, faults)
      return { query: queryOfRun(query), asked, prepared }
    })
  }

  /** Why the values of a stored run are not among the choices, or why nobody can tell. */
  async function faultOfChoices({ userId, variables, ...request }: StoredRequest, signal: AbortSignal) {
    const actor = userId === null ? undefined : await users.actor(userId)
    const query = await queryOf(request)
    if (!actor || !query || Object.keys(variables).length === 0) return undefined
    try {
      const problems = await problemsOfChoices(
        query,
        { variables, chosen: () => request },
        { actor, signal, runs: 'within a run' },
      )
      return problems.length > 0 ? notValid(problems) : undefined
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ServiceError) return error.message
      throw error
    }
  }

  /** What a stored run runs; undefined when its saved query was deleted. */
  async function queryOf({
    savedQueryId: id,
    draft,
    connection,
  }: Pick<StoredRequest, 'savedQueryId' | 'draft' | 'connection'>) {
    const saved = id === null ? undefined : await queries.find(id)
    if (draft) return storedDraft(draft, saved, { id, connection })
    return saved && currentQuery(saved)
  }

  return {
    /** What a body asks for, for a run that ends before it is planned. */
    identify: async (actor: Actor, id: string | null, body: ExecuteBody, version?: number): Promise<Identified> => {
      const { query, asked, faults } = await find(actor, { id, version }, body)
      if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
      return { query: queryOfRun(query), asked }
    },

    /** Checks a request; every problem is in `prepared`. Rejects when the signal fires. */
    check: (
      actor: Actor,
      id: string | null,
      body: ExecuteBody,
      signal: AbortSignal,
      version?: number,
    ): Promise<CheckedRequest> => checkAs(actor, { id, version, signal, runs: 'within a run' }, body),

    /** The same, but runs nothing: choices that only a run would tell are not checked. */
    validate: (actor: Actor, id: string | null, body: ValidateBody, signal: AbortSignal): Promise<CheckedRequest> =>
      checkAs(actor, { id, version: undefined, signal, runs: 'never' }, body),

    /** The query and its plan for a run requested earlier; an error message when it can no longer run. */
    prepareStoredRun: async (
      request: StoredRequest,
      signal: AbortSignal,
    ): Promise<{ query: QueryOfRun; input: RunWork } | string> => {
      const { userId, connection, merged, variables, skipPostProcessors } = request
      const fault = await faultOfChoices(request, signal)
      if (fault !== undefined) return fault
      return planners.use(userId, signal, async (planner) => {
        const query = await queryOf(request)
        if (!query) return 'The saved query was deleted.'
        const merge = await findMerge(connections, request)
        const asked = { connection, merged, variables, skipPostProcessors }
        const { input, errors } = await planner.planRun({ query: queryToRun(query), request: asked, merge })
        return input ? { query: queryOfRun(query), input } : notValid(errors)
      })
    },
  }
}

type RunBody = ExecuteBody & ValidateBody
type Asking = {
  readonly id: string | null
  readonly version: number | undefined
  readonly signal: AbortSignal
  readonly runs: AskingForChoices['runs']
}
type Identified = Pick<CheckedRequest, 'query' | 'asked'>
type Declared = Pick<CurrentQuery, 'parameters' | 'controllerConnectionId'>
type GivenVariables = Pick<RunRequest, 'variables'> & {
  /** The connections to read, given that of the query. */
  readonly chosen: (ofQuery: string) => ChosenConnections
}

const notValid = (errors: readonly Problem[]): string =>
  `The query does not validate: ${errors.map(({ message }) => message).join(' ')}`

const withProblems = (prepared: PlannedRun, problems: readonly Problem[]): PlannedRun =>
  problems.length === 0 ? prepared : { ...prepared, errors: [...problems, ...prepared.errors], input: undefined }

/** What a draft cannot be combined with, and what it needs when no saved query says it. */
const faultsOfDraft = (id: string | null, body: RunBody): FieldMessages => ({
  ...(body.draft != null &&
    body.as_of != null && { as_of: ['A draft reads the controller: it has no past. Leave this field out.'] }),
  ...(id === null &&
    body.controller_connection == null &&
    body.controller_connections == null &&
    body.merge !== true && { controller_connection: ['This field is required.'] }),
})

/** What a body asks for, with defaults filled in. */
export const requestOf = (
  query: Pick<QueryToRun, 'controllerConnectionId'>,
  body: ExecuteBody & ValidateBody,
): RunRequest => ({
  ...chosenConnections(body, query.controllerConnectionId),
  variables: body.variables ?? {},
  skipPostProcessors: body.skip_post_processors ?? false,
})

/** Bad input is a 400 that lists every error, and runs nothing. */
export function requireInput({ input, errors }: CheckedRequest['prepared']): RunWork {
  if (input) return input
  throw refusal(errors)
}

const refusal = (errors: readonly Problem[], faults: FieldMessages = {}): FieldErrors =>
  errors.length === 0
    ? new FieldErrors(faults)
    : new FieldErrors(mergeMessages(faults, messagesByField(errors)), { errors })

/** A fault of a variable is one of the field `variables.<name>`; others belong to no field. */
function messagesByField(errors: readonly Problem[]): FieldMessages {
  const fields = errors.map(({ path, message }) => ({
    [path?.startsWith('variables.') ? path : 'non_field_errors']: [message],
  }))
  return mergeMessages(...fields)
}
