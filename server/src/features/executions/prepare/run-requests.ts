import type { ExecuteBody, ValidateBody } from '@heddle/contract/executions.ts'
import type { Problem } from '@heddle/domain/canvas/problem.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import { type FieldMessages, mergeMessages } from '../../../kernel/field-messages.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import type { PastRows } from '../engine/engine-types.ts'
import type { Planners } from './planners.ts'
import type { PlannedInput, PlannedRun, RunnableQuery, RunRequest } from './thread/planner-calls.ts'

type Dependencies = {
  readonly queries: Pick<SavedQueriesService, 'get' | 'find' | 'version'>
  readonly connections: Pick<ControllerConnectionsService, 'find'>
  readonly planners: Planners
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
export function createRunRequests({ queries, connections, planners }: Dependencies) {
  async function inVersion(actor: Actor, id: string, version: number | undefined): Promise<StoredQuery> {
    const row = await queries.get(actor, id)
    if (version === undefined || version === row.currentVersion) return row
    const { nodes, edges, postProcessors } = await queries.version(actor, id, version)
    return { ...row, nodes, edges, postProcessors, currentVersion: version }
  }

  async function find(actor: Actor, id: string, body: ExecuteBody & ValidateBody, version?: number) {
    const row = await inVersion(actor, id, version)
    const asked = requestOf(row, body)
    if (body.controller_connection != null && !(await connections.find(asked.connection))) {
      throw new FieldErrors({ controller_connection: ['This connection does not exist.'] })
    }
    return { query: currentQuery(row), asked }
  }

  return {
    /** What a body asks for, for a run that ends before it is planned. */
    identify: async (actor: Actor, id: string, body: ExecuteBody, version?: number): Promise<Pick<CheckedRequest, 'query' | 'asked'>> => {
      const { query, asked } = await find(actor, id, body, version)
      return { query: queryOfRun(query), asked }
    },

    /** Checks a request; every problem is in `prepared`. Rejects when the signal fires. */
    check: (actor: Actor, id: string, body: ExecuteBody & ValidateBody, signal: AbortSignal, version?: number): Promise<CheckedRequest> =>
      planners.use(actor.id, signal, async (planner) => {
        const { query, asked } = await find(actor, id, body, version)
        return { query: queryOfRun(query), asked, prepared: await planner.planRun({ query, request: asked }) }
      }),

    /** The query and its plan for a run requested earlier; an error message when it can no longer run. */
    prepareStoredRun: (
      { savedQueryId, userId, connection, variables, skipPostProcessors }: StoredRequest,
      signal: AbortSignal,
    ): Promise<{ query: QueryOfRun; input: RunWork } | string> =>
      planners.use(userId, signal, async (planner) => {
        const row = await queries.find(savedQueryId)
        if (!row) return 'The saved query was deleted.'
        const query = currentQuery(row)
        const { input, errors } = await planner.planRun({ query, request: { connection, variables, skipPostProcessors } })
        if (!input) return `The query does not validate: ${errors.map(({ message }) => message).join(' ')}`
        return { query: queryOfRun(query), input }
      }),
  }
}

type StoredQuery = RunnableQuery & { readonly currentVersion: number }

export const runnableQuery = ({
  id,
  name,
  controllerConnectionId,
  nodes,
  edges,
  postProcessors,
  parameters,
}: RunnableQuery): RunnableQuery => ({
  id,
  name,
  controllerConnectionId,
  nodes,
  edges,
  postProcessors,
  parameters,
})

export const currentQuery = (row: StoredQuery): CurrentQuery => ({ ...runnableQuery(row), version: row.currentVersion })

export const queryOfRun = ({ id, name, version }: CurrentQuery): QueryOfRun => ({ id, name, version })

/** What a body asks for, with defaults filled in. */
export const requestOf = (query: Pick<RunnableQuery, 'controllerConnectionId'>, body: ExecuteBody & ValidateBody): RunRequest => ({
  connection: (body.controller_connection ?? query.controllerConnectionId).toLowerCase(),
  variables: body.variables ?? {},
  skipPostProcessors: body.skip_post_processors ?? false,
})

/** Bad input is a 400 that lists every error, and runs nothing. */
export function requireInput({ input, errors }: CheckedRequest['prepared']): RunWork {
  if (input) return input
  throw new FieldErrors(messagesByField(errors), { errors })
}

/** What is wrong with a variable stands under `variables.<name>`; anything else belongs to no field. */
function messagesByField(errors: readonly Problem[]): FieldMessages {
  const fields = errors.map(({ path, message }) => ({ [path?.startsWith('variables.') ? path : 'non_field_errors']: [message] }))
  return mergeMessages(...fields)
}
