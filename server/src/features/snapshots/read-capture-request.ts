import type { CaptureBody } from '@heddle/contract/history.ts'
import { may, requireAllowed } from '../../kernel/access.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import { type FieldMessages, hasError, mergeMessages, validFields } from '../../kernel/field-messages.ts'
import type { ControllerConnectionsService } from '../controller-connections/index.ts'
import {
  type FoundExecution,
  isOfSavedQuery,
  type LogsService,
  type QueryRun,
  type ResultsService,
} from '../executions/index.ts'
import {
  choiceFaults,
  choiceOf,
  chosenConnections,
  type ConnectionChoice,
  missingConnections,
} from '../planning/index.ts'
import { isPartial } from '../run-engine/index.ts'
import type { SavedQueriesService } from '../queries/index.ts'

type Dependencies = {
  readonly results: Pick<ResultsService, 'requireReader' | 'areDeleted'>
  readonly logs: Pick<LogsService, 'findOptional'>
  readonly queries: Pick<SavedQueriesService, 'find'>
  readonly connections: Pick<ControllerConnectionsService, 'find'>
}

/** What to capture: the result of an earlier run, or of a run to be started now. */
export type CaptureSource =
  | { readonly kind: 'run'; readonly run: QueryRun }
  | {
      readonly kind: 'query'
      readonly savedQuery: string
      readonly connections: ConnectionChoice
      readonly variables: Record<string, unknown>
    }

const REQUIRED = 'This field is required.'
const NO_QUERY = 'This saved query does not exist.'
/** Why a run without the rows of a connection is no result to compare with. */
export const PARTIAL = 'The run is partial: a connection failed. Only a complete run can be captured.'

const OF_A_DRAFT =
  'The run is of a draft: no saved query has this result. Save the draft, run the query and capture that run.'

/** Reads a capture body. One 400 lists all its faults, including those its schema has found. */
export function createCaptureOrders({ results, logs, queries, connections }: Dependencies) {
  /** Well-formed ids of objects that do not exist. */
  async function missing({ saved_query, ...choice }: Partial<CaptureBody>): Promise<FieldMessages> {
    return {
      ...(saved_query != null && !(await queries.find(saved_query)) && { saved_query: [NO_QUERY] }),
      ...(await missingConnections(choice, async (id) => (await connections.find(id)) !== undefined)),
    }
  }

  async function faultsOfRun(run: FoundExecution | undefined, body: Partial<CaptureBody>): Promise<FieldMessages> {
    if (!run) return { execution: ['This execution does not exist.'] }
    if (!isOfSavedQuery(run)) return { execution: [OF_A_DRAFT] }
    const fault = faultOfRun(run)
    if (fault !== undefined) return { execution: [fault] }
    if (await results.areDeleted(run))
      return { execution: ['The rows of this run were deleted with the snapshot that held them.'] }
    if (!(await queries.find(run.savedQueryId))) return { execution: ['The saved query of this run was deleted.'] }
    return {
      ...(isOther(body.saved_query, run.savedQueryId) && {
        saved_query: [`The run belongs to the saved query ${run.savedQueryId}.`],
      }),
      ...faultsOfConnections(run, body),
    }
  }

  async function readRun(
    caller: Caller,
    id: string,
    body: Partial<CaptureBody>,
    faults: FieldMessages,
  ): Promise<CaptureSource> {
    const run = await logs.findOptional(id)
    if (run) results.requireReader(caller, run)
    throwAny(faults, await faultsOfRun(run, body))
    return { kind: 'run', run: run as QueryRun }
  }

  return async (caller: Caller, body: CaptureBody, faults: FieldMessages): Promise<CaptureSource> => {
    const usable = validFields(body, faults)
    if (usable.execution != null) return readRun(caller, usable.execution, usable, faults)
    // Running a query requires both permissions.
    if (body.execution == null) requireAllowed(may('queries.execute_savedquery'), caller)
    const isAbsent = body.execution == null && body.saved_query == null && !hasError(faults, 'saved_query')
    throwAny(faults, isAbsent ? { saved_query: [REQUIRED] } : {}, choiceFaults(usable), await missing(usable))
    const { saved_query: savedQuery = '', variables = {} } = body
    return { kind: 'query', savedQuery: savedQuery.toLowerCase(), connections: choiceOf(body), variables }
  }
}

/** Why the rows of a run cannot be captured as the current result of its query. */
function faultOfRun(run: FoundExecution): string | undefined {
  if (run.status === 'running') return 'The run has not ended yet.'
  if (run.status !== 'success') return `The run ended with status ${run.status}. Only a successful run can be captured.`
  if (run.warnings.some((warning) => warning.startsWith('as_of:')))
    return 'The run returned the rows of a snapshot, not current rows.'
  return run.warnings.some(isPartial) ? PARTIAL : undefined
}

/** The body may repeat which connections the run used. */
function faultsOfConnections(run: FoundExecution, body: Partial<CaptureBody>): FieldMessages {
  const { controllerConnectionId: id, controllerConnectionIds: ids } = run
  const used = ids ? `The run merged the connections ${ids.join(', ')}.` : `The run used the connection ${id}.`
  const given = body.controller_connections ? chosenConnections(body, id).connection : id
  return {
    ...(isOther(body.controller_connection, id) && { controller_connection: [used] }),
    ...(isOther(given, id) && { controller_connections: [used] }),
  }
}

const isOther = (given: string | null | undefined, id: string): boolean => given != null && given.toLowerCase() !== id

function throwAny(...parts: readonly FieldMessages[]): void {
  const all = mergeMessages(...parts)
  if (Object.keys(all).length > 0) throw new FieldErrors(all)
}
