import type { CaptureBody } from '@heddle/contract/history.ts'
import { may, requireAllowed } from '../../platform/http/access.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { FieldErrors } from '../../platform/http/errors.ts'
import { type FieldMessages, isFaulty, mergeMessages, usablePart } from '../../platform/http/validation.ts'
import type { ControllerConnectionsService } from '../controller-connections/index.ts'
import type { ExecutionsService, FoundExecution } from '../executions/index.ts'
import type { SavedQueriesService } from '../queries/index.ts'

type Dependencies = {
  readonly executions: Pick<ExecutionsService, 'findAny' | 'requireReader' | 'rowsAreGone'>
  readonly queries: Pick<SavedQueriesService, 'find'>
  readonly connections: Pick<ControllerConnectionsService, 'find'>
}

/** What is to be captured: the result of a run that was made before, or of one to be made now. */
export type CaptureSource =
  | { readonly kind: 'run'; readonly run: FoundExecution }
  | { readonly kind: 'query'; readonly savedQuery: string; readonly connection: string | null; readonly variables: Record<string, unknown> }

const REQUIRED = 'This field is required.'
const NO_QUERY = 'This saved query does not exist.'
const NO_CONNECTION = 'This connection does not exist.'

/** Reads a capture body, with the faults that its schema has found: one 400 names them all. */
export function createCaptureOrders({ executions, queries, connections }: Dependencies) {
  /** Ids that look like ids and are none. */
  async function missing({ saved_query, controller_connection }: Partial<CaptureBody>): Promise<FieldMessages> {
    return {
      ...(saved_query != null && !(await queries.find(saved_query)) && { saved_query: [NO_QUERY] }),
      ...(controller_connection != null && !(await connections.find(controller_connection)) && { controller_connection: [NO_CONNECTION] }),
    }
  }

  async function faultsOfRun(run: FoundExecution | undefined, body: Partial<CaptureBody>): Promise<FieldMessages> {
    const fault = run ? faultOfRun(run) : 'This execution does not exist.'
    if (!run || fault !== undefined) return { execution: [fault ?? ''] }
    if (await executions.rowsAreGone(run)) return { execution: ['The rows of this run were deleted with the snapshot that held them.'] }
    if (!(await queries.find(run.savedQueryId))) return { execution: ['The saved query of this run was deleted.'] }
    return {
      ...(isOther(body.saved_query, run.savedQueryId) && { saved_query: [`The run is one of the saved query ${run.savedQueryId}.`] }),
      ...(isOther(body.controller_connection, run.controllerConnectionId) && {
        controller_connection: [`The run is one on the connection ${run.controllerConnectionId}.`],
      }),
    }
  }

  async function readRun(caller: Caller, id: string, body: Partial<CaptureBody>, faults: FieldMessages): Promise<CaptureSource> {
    const run = await executions.findAny(id)
    if (run) executions.requireReader(caller, run)
    throwAny(faults, await faultsOfRun(run, body))
    return { kind: 'run', run: run! }
  }

  return async (caller: Caller, body: CaptureBody, faults: FieldMessages): Promise<CaptureSource> => {
    const usable = usablePart(body, faults)
    if (usable.execution != null) return readRun(caller, usable.execution, usable, faults)
    // Whoever captures by a run may do both.
    if (body.execution == null) requireAllowed(may('queries.execute_savedquery'), caller)
    const isAbsent = body.execution == null && body.saved_query == null && !isFaulty(faults, 'saved_query')
    throwAny(faults, isAbsent ? { saved_query: [REQUIRED] } : {}, await missing(usable))
    const { saved_query: savedQuery = '', controller_connection: connection = null, variables = {} } = body
    return { kind: 'query', savedQuery: savedQuery.toLowerCase(), connection, variables }
  }
}

/** A sentence when the rows of a run can not be kept as what the query gave. */
function faultOfRun(run: FoundExecution): string | undefined {
  if (run.status === 'running') return 'The run has not ended yet.'
  if (run.status !== 'success') return `The run ended as ${run.status}: only the rows of a successful one can be kept.`
  if (run.warnings.some((warning) => warning.startsWith('as_of:'))) return 'The run shows the rows of a snapshot, not those of now.'
  return undefined
}

const isOther = (given: string | null | undefined, id: string): boolean => given != null && given.toLowerCase() !== id

function throwAny(...parts: readonly FieldMessages[]): void {
  const all = mergeMessages(...parts)
  if (Object.keys(all).length > 0) throw new FieldErrors(all)
}
