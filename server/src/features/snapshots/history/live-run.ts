import { may, requireAllowed } from '../../../kernel/access.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import type { ExecutionsService, PackedRows } from '../../executions/index.ts'
import type { SnapshotRow } from '../../archive/index.ts'

export type LiveRun = {
  readonly id: string
  readonly columns: readonly string[]
  readonly rowCount: number
  readonly chunks: readonly PackedRows[]
}
type Executions = Pick<ExecutionsService, 'execute' | 'findOptional'>

/** The body decides whether there is a run, so the access rule of the route cannot cover it. */
export const requireRunPermission = (caller: Caller): void => requireAllowed(may('queries.execute_savedquery'), caller)

/**
 * Runs the query of a snapshot again, with the same connection and variables. A run that fails or cannot start is a
 * 400.
 */
export async function runLive(executions: Executions, caller: Caller, snapshot: SnapshotRow, gone: AbortSignal): Promise<LiveRun> {
  const body = { controller_connection: snapshot.controllerConnectionId, ...(await askedThen(executions, snapshot)) }
  const { id, ending, chunks } = await executions.execute(caller, snapshot.savedQueryId, body, gone).catch(throwAsNonField)
  if (ending.status !== 'success') {
    throw new FieldErrors({ non_field_errors: [ending.errorMessage ?? 'The run failed.'], execution_id: [id] })
  }
  return { id, columns: ending.columns ?? [], rowCount: ending.rowCount, chunks }
}

/** The variables of the captured run, if its log still exists. */
async function askedThen(executions: Executions, { executionId }: SnapshotRow) {
  const run = executionId === null ? undefined : await executions.findOptional(executionId)
  return run && { variables: run.variables, skip_post_processors: run.skipPostProcessors }
}

/** Fields of the run body mean nothing to the caller, whose request has other fields. */
function throwAsNonField(error: unknown): never {
  if (!(error instanceof FieldErrors)) throw error
  throw FieldErrors.nonField(...Object.values(error.fields).flat())
}
