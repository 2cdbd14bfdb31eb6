import type { ExecuteBody, ValidateBody } from '@heddle/contract/executions.ts'
import type { ClassModel } from '@heddle/domain/mim/model.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import type { RunInput } from '../engine/engine-types.ts'
import { type PlannedRun, planRun, type RunnableQuery } from './plan-run.ts'

type Dependencies = {
  readonly queries: Pick<SavedQueriesService, 'get' | 'find'>
  readonly connections: Pick<ControllerConnectionsService, 'find'>
  readonly model: () => ClassModel
  readonly maxResultRows: number
}

export type CurrentQuery = RunnableQuery & { readonly version: number }
export type RunRequest = {
  readonly connection: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly skipPostProcessors: boolean
}

export type RunRequests = ReturnType<typeof createRunRequests>

/** Turns a saved query, in its current version, into the plan of a run. */
export function createRunRequests({ queries, connections, model, maxResultRows }: Dependencies) {
  const prepare = (query: RunnableQuery, { connection, variables, skipPostProcessors }: RunRequest): Promise<PlannedRun> =>
    planRun(query, { connection, variables, skipPostProcessors, model: model(), maxResultRows, findQuery: (id) => queries.find(id) })

  return {
    /** Checks a request; every problem is in `prepared`. */
    check: async (caller: Caller, id: string, body: ExecuteBody & ValidateBody) => {
      const row = await queries.get(caller, id)
      const query: CurrentQuery = { ...row, version: row.currentVersion }
      const asked = requestOf(query, body)
      if (body.controller_connection != null && !(await connections.find(asked.connection))) {
        throw new FieldErrors({ controller_connection: ['This connection does not exist.'] })
      }
      return { query, asked, prepared: await prepare(query, asked) }
    },

    /** The query and its plan for a run requested earlier; an error message when it can no longer run. */
    prepareStoredRun: async (savedQueryId: string, asked: RunRequest): Promise<{ query: CurrentQuery; input: RunInput } | string> => {
      const row = await queries.find(savedQueryId)
      if (!row) return 'The saved query was deleted.'
      const { input, errors } = await prepare(row, asked)
      if (!input) return `The query does not validate: ${errors.map(({ message }) => message).join(' ')}`
      return { query: { ...row, version: row.currentVersion }, input }
    },
  }
}

/** What a body asks for, with defaults filled in. */
export const requestOf = (query: RunnableQuery, body: ExecuteBody & ValidateBody): RunRequest => ({
  connection: (body.controller_connection ?? query.controllerConnectionId).toLowerCase(),
  variables: body.variables ?? {},
  skipPostProcessors: body.skip_post_processors ?? false,
})

/** Bad input is a 400 that lists every error, and runs nothing. */
export function requireInput({ input, errors }: PlannedRun): RunInput {
  if (input) return input
  throw new FieldErrors({ non_field_errors: errors.map(({ message }) => message) }, { errors })
}
