import { FieldErrors, NotFound } from '../../../kernel/errors.ts'
import type { FieldMessages } from '../../../kernel/field-messages.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { ControllerConnectionsService } from '../../controller-connections/index.ts'
import type { RunsService } from '../../executions/index.ts'
import type { SavedQueriesService } from '../../queries/index.ts'
import { type FoundSource, NO_SOURCE } from './opened-source.ts'
import { MISSING_CONNECTION, MISSING_QUERY, type RowsFrom } from './read-rows-from.ts'

type Dependencies = {
  readonly queries: Pick<SavedQueriesService, 'find'>
  readonly connections: Pick<ControllerConnectionsService, 'find'>
  readonly runs: Pick<RunsService, 'execute'>
}
type Asked = Extract<RowsFrom, { type: 'saved_query' }>

/** The result of a saved query, which runs once the source is opened. */
export async function findQuerySource(
  { queries, connections, runs }: Dependencies,
  actor: Actor,
  { savedQuery, connection, variables }: Asked,
): Promise<FoundSource | FieldMessages> {
  const faults: FieldMessages = {}
  if (!(await queries.find(savedQuery))) faults['rows_from.saved_query'] = [MISSING_QUERY]
  if (connection !== undefined && !(await connections.find(connection)))
    faults['rows_from.controller_connection'] = [MISSING_CONNECTION]
  if (Object.keys(faults).length > 0) return faults
  return {
    open: async (signal) => {
      const body = {
        variables: { ...variables },
        ...(connection !== undefined && { controller_connection: connection }),
      }
      const run = await runs.execute(actor, savedQuery, body, signal).catch(throwUnderRowsFrom)
      const { id, ending, chunks, savedQueryVersion, controllerConnectionId } = run
      if (ending.status !== 'success') {
        throw new FieldErrors({
          'rows_from.saved_query': [ending.errorMessage ?? 'The run failed.'],
          execution_id: [id],
        })
      }
      const columns = ending.columns ?? []
      return {
        columns,
        ownColumns: columns,
        rows: chunks.flatMap(({ body, rowCount }) => (rowCount > 0 ? { body } : [])),
        source: { ...NO_SOURCE, type: 'saved_query', saved_query: savedQuery, execution: id },
        origin: {
          savedQuery,
          savedQueryVersion,
          controllerConnection: controllerConnectionId,
          variables,
          skipPostProcessors: false,
        },
        warnings: ending.warnings.map((warning) => `source: the run ended with the warning ${warning}`),
      }
    },
  }
}

/** The fields of the run's body are those of `rows_from`; what belongs to none is said about the query. */
function throwUnderRowsFrom(error: unknown): never {
  if (error instanceof NotFound) throw new FieldErrors({ 'rows_from.saved_query': [MISSING_QUERY] })
  if (!(error instanceof FieldErrors)) throw error
  const named = Object.entries(error.fields).map(([field, messages]) => [
    `rows_from.${field === 'non_field_errors' ? 'saved_query' : field}`,
    messages,
  ])
  throw new FieldErrors(Object.fromEntries(named) as FieldMessages)
}
