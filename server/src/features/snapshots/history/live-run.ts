import { may, requireAllowed } from '../../../kernel/access.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import type { LogsService, PackedRows, RunsService } from '../../executions/index.ts'
import type { SnapshotRow } from '../../archive/index.ts'

export type LiveRun = {
  readonly id: string
  readonly columns: readonly string[]
  readonly rowCount: number
  readonly chunks: readonly PackedRows[]
}
type Services = { readonly runs: Pick<RunsService, 'execute'>; readonly logs: Pick<LogsService, 'findOptional'> }

/** The body decides whether there is a run, so the access rule of the route cannot cover it. */
export const requireRunPermission = (caller: Caller): void => requireAllowed(may('queries.execute_savedquery'), caller)

/**
 * Runs the query of a snapshot again, with the same connection and variables. A run that fails or cannot start is a
 * 400.
 */
export async function runLive(
  { runs, logs }: Services,
  caller: Caller,
  snapshot: SnapshotRow,
  gone: AbortSignal,
): Promise<LiveRun> {
  const body = { ...connectionsOf(snapshot), ...(await askedThen(logs, snapshot)) }
  const { id, ending, chunks } = await runs.execute(caller, snapshot.savedQueryId, body, gone).catch(throwAsNonField)
  if (ending.status !== 'success') {
    throw new FieldErrors({ non_field_errors: [ending.errorMessage ?? 'The run failed.'], execution_id: [id] })
  }
  return { id, columns: ending.columns ?? [], rowCount: ending.rowCount, chunks }
}

/** A comparison needs the rows of every connection. */
const connectionsOf = ({ controllerConnectionId: id, controllerConnectionIds: ids }: SnapshotRow) =>
  ids ? { controller_connections: ids, merge: true } : { controller_connection: id }

/** The variables of the captured run, if its log still exists. */
async function askedThen(logs: Services['logs'], { executionId }: SnapshotRow) {
  const run = executionId === null ? undefined : await logs.findOptional(executionId)
  return run && { variables: run.variables, skip_post_processors: run.skipPostProcessors }
}

/** Fields of the run body mean nothing to the caller, whose request has other fields. */
function throwAsNonField(error: unknown): never {
  if (!(error instanceof FieldErrors)) throw error
  throw FieldErrors.nonField(...Object.values(error.fields).flat())
}
