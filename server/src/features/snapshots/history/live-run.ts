import { may, requireAllowed } from '../../../platform/http/access.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { FieldErrors } from '../../../platform/http/errors.ts'
import type { ExecutionsService, PackedRows } from '../../executions/index.ts'
import type { SnapshotRow } from '../snapshots.tables.ts'

export type LiveRun = {
  readonly id: string
  readonly columns: readonly string[]
  readonly rowCount: number
  readonly chunks: readonly PackedRows[]
}
type Executions = Pick<ExecutionsService, 'execute' | 'findAny'>

/** Runs are asked for in the body, so the route can not know that they are. */
export const requireMayRun = (caller: Caller): void => requireAllowed(may('queries.execute_savedquery'), caller)

/** Runs the query of a snapshot on its connection as it was run then; a run that fails, or can not be begun, is a 400. */
export async function runLive(executions: Executions, caller: Caller, snapshot: SnapshotRow, gone: AbortSignal): Promise<LiveRun> {
  const body = { controller_connection: snapshot.controllerConnectionId, ...(await askedThen(executions, snapshot)) }
  const { id, ending, chunks } = await executions.execute(caller, snapshot.savedQueryId, body, gone).catch(tellAsOne)
  if (ending.status !== 'success') {
    throw new FieldErrors({ non_field_errors: [ending.errorMessage ?? 'The run failed.'], execution_id: [id] })
  }
  return { id, columns: ending.columns ?? [], rowCount: ending.rowCount, chunks }
}

/** The variables of the run that was captured, as long as its log is there. */
async function askedThen(executions: Executions, { executionId }: SnapshotRow) {
  const run = executionId === null ? undefined : await executions.findAny(executionId)
  return run && { variables: run.variables, skip_post_processors: run.skipPostProcessors }
}

/** The fields of a run are not those of the request that needs it. */
function tellAsOne(error: unknown): never {
  if (!(error instanceof FieldErrors)) throw error
  throw FieldErrors.nonField(...Object.values(error.fields).flat())
}
