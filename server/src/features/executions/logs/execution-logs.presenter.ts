import type { ExecutionLogItem } from '@heddle/contract/executions.ts'
import { timestamp } from '../../../kernel/instants.ts'
import type { FoundExecution, ListedExecution } from './execution-logs.store.ts'

export function presentLogItem(row: ListedExecution): ExecutionLogItem {
  return {
    id: row.id,
    saved_query: row.savedQueryId,
    saved_query_name: row.savedQueryName,
    saved_query_version: String(row.savedQueryVersion),
    user: row.username,
    controller_connection: row.controllerConnectionId,
    trigger: row.trigger,
    status: row.status,
    reason: row.reason as ExecutionLogItem['reason'],
    row_count: row.rowCount,
    duration_ms: row.durationMs,
    executed_at: timestamp(row.executedAt),
    started_at: timestamp(row.startedAt ?? (row.trigger === 'manual' ? row.executedAt : null)),
    error_message: row.errorMessage,
    results_truncated: row.resultsTruncated,
    pipeline_execution: row.pipelineId,
  }
}

/** The rows of a captured run are stored in its snapshot and deleted with it. */
const ROWS_DELETED = 'rows_deleted_with_snapshot'

/** The log without its rows, which are streamed separately. */
export function presentLog(row: FoundExecution, rowsAreGone: boolean) {
  return {
    ...presentLogItem(row),
    warnings: rowsAreGone ? [...row.warnings, ROWS_DELETED] : row.warnings,
    variables: row.variables,
    columns: row.columns ?? [],
    generated_query: row.generatedQuery,
    actual_query_path: row.actualQueryPath,
  }
}
