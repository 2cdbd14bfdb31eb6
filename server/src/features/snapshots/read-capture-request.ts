import type { CaptureBody } from '@heddle/contract/history.ts'
import { may, requireAllowed } from '../../kernel/access.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import { type FieldMessages, hasError, mergeMessages, validFields } from '../../kernel/field-messages.ts'
import type { ControllerConnectionsService } from '../controller-connections/index.ts'
import type { FoundExecution, LogsService, ResultsService } from '../executions/index.ts'
import type { SavedQueriesService } from '../queries/index.ts'

type Dependencies = {
  readonly results: Pick<ResultsService, 'requireReader' | 'areDeleted'>
  readonly logs: Pick<LogsService, 'findOptional'>
  readonly queries: Pick<SavedQueriesService, 'find'>
  readonly connections: Pick<ControllerConnectionsService, 'find'>
}

/** What to capture: the result of an earlier run, or of a run to be started now. */
export type CaptureSource =
  | { readonly kind: 'run'; readonly run: FoundExecution }
  | { readonly kind: 'query'; readonly savedQuery: string; readonly connection: string | null; readonly variables: Record<string, unknown> }

const REQUIRED = 'This field is required.'
const NO_QUERY = 'This saved query does not exist.'
const NO_CONNECTION = 'This connection does not exist.'

/** Reads a capture body. One 400 lists all its faults, including those its schema has found. */
export function createCaptureOrders({ results, logs, queries, connections }: Dependencies) {
  /** Well-formed ids of objects that do not exist. */
  async function missing({ saved_query, controller_connection }: Partial<CaptureBody>): Promise<FieldMessages> {
    return {
      ...(saved_query != null && !(await queries.find(saved_query)) && { saved_query: [NO_QUERY] }),
      ...(controller_connection != null && !(await connections.find(controller_connection)) && { controller_connection: [NO_CONNECTION] }),
    }
  }

  async function faultsOfRun(run: FoundExecution | undefined, body: Partial<CaptureBody>): Promise<FieldMessages> {
    const fault = run ? faultOfRun(run) : 'This execution does not exist.'
    if (!run || fault !== undefined) return { execution: [fault ?? ''] }
    if (await results.areDeleted(run)) return { execution: ['The rows of this run were deleted with the snapshot that held them.'] }
    if (!(await queries.find(run.savedQueryId))) return { execution: ['The saved query of this run was deleted.'] }
    return {
      ...(isOther(body.saved_query, run.savedQueryId) && { saved_query: [`The run belongs to the saved query ${run.savedQueryId}.`] }),
      ...(isOther(body.controller_connection, run.controllerConnectionId) && {
        controller_connection: [`The run used the connection ${run.controllerConnectionId}.`],
      }),
    }
  }

  async function readRun(caller: Caller, id: string, body: Partial<CaptureBody>, faults: FieldMessages): Promise<CaptureSource> {
    const run = await logs.findOptional(id)
    if (run) results.requireReader(caller, run)
    throwAny(faults, await faultsOfRun(run, body))
    return { kind: 'run', run: run! }
  }

  return async (caller: Caller, body: CaptureBody, faults: FieldMessages): Promise<CaptureSource> => {
    const usable = validFields(body, faults)
    if (usable.execution != null) return readRun(caller, usable.execution, usable, faults)
    // Running a query requires both permissions.
    if (body.execution == null) requireAllowed(may('queries.execute_savedquery'), caller)
    const isAbsent = body.execution == null && body.saved_query == null && !hasError(faults, 'saved_query')
    throwAny(faults, isAbsent ? { saved_query: [REQUIRED] } : {}, await missing(usable))
    const { saved_query: savedQuery = '', controller_connection: connection = null, variables = {} } = body
    return { kind: 'query', savedQuery: savedQuery.toLowerCase(), connection, variables }
  }
}

/** Why the rows of a run cannot be captured as the current result of its query. */
function faultOfRun(run: FoundExecution): string | undefined {
  if (run.status === 'running') return 'The run has not ended yet.'
  if (run.status !== 'success') return `The run ended with status ${run.status}. Only a successful run can be captured.`
  if (run.warnings.some((warning) => warning.startsWith('as_of:'))) return 'The run returned the rows of a snapshot, not current rows.'
  return undefined
}

const isOther = (given: string | null | undefined, id: string): boolean => given != null && given.toLowerCase() !== id

function throwAny(...parts: readonly FieldMessages[]): void {
  const all = mergeMessages(...parts)
  if (Object.keys(all).length > 0) throw new FieldErrors(all)
}
