import type { ExecutionLogItem, ExpectationResult } from '@heddle/contract/executions.ts'
import { timestamp } from '../../../kernel/instants.ts'
import type { StoredDraft } from '../read-draft.ts'
import type { FoundExecution, ListedExecution } from './execution-logs.store.ts'
import { presentNamedConnections } from '../../planning/index.ts'
import { hideInError, hideInPaths, hideInPlan } from './hide-values.ts'

/** Whether a run met its expectation; the rows only for those who may read them. */
export const presentExpectation = (
  expectation: ExpectationResult | null,
  showsValues: boolean,
): ExpectationResult | null =>
  expectation && { ...expectation, failing_rows: showsValues ? expectation.failing_rows : [] }

/** `showsValues` for those who may read the rows of the run; others see no value of theirs. */
export function presentLogItem(row: ListedExecution, showsValues: boolean): ExecutionLogItem {
  return {
    id: row.id,
    saved_query: row.savedQueryId,
    saved_query_name: row.savedQueryName,
    saved_query_version: row.savedQueryVersion === null ? null : String(row.savedQueryVersion),
    draft: row.draft,
    user: row.username,
    ...presentNamedConnections(row),
    trigger: row.trigger,
    status: row.status,
    reason: row.reason as ExecutionLogItem['reason'],
    expectation: presentExpectation(row.expectation, showsValues),
    row_count: row.rowCount,
    duration_ms: row.durationMs,
    waited_ms: row.waitedMs,
    executed_at: timestamp(row.executedAt),
    started_at: timestamp(row.startedAt ?? (row.trigger === 'manual' ? row.executedAt : null)),
    error_message: showsValues || row.errorMessage === null ? row.errorMessage : hideInError(row.errorMessage),
    results_truncated: row.resultsTruncated,
    pipeline_execution: row.pipelineId,
  }
}

/** The rows of a captured run are stored in its snapshot and deleted with it. */
const ROWS_DELETED = 'rows_deleted_with_snapshot'

type Shown = {
  readonly rowsAreGone: boolean
  readonly showsValues: boolean
  /** What the run of a draft ran. */
  readonly draft: StoredDraft | undefined
}

/** The log without its rows, which are streamed separately. */
export function presentLog(row: FoundExecution, { rowsAreGone, showsValues, draft }: Shown) {
  const warnings = showsValues ? row.warnings : row.warnings.map(hideInError)
  return {
    ...presentLogItem(row, showsValues),
    warnings: rowsAreGone ? [...warnings, ROWS_DELETED] : warnings,
    variables: showsValues ? row.variables : {},
    columns: row.columns ?? [],
    generated_query: showsValues ? row.generatedQuery : hideInPlan(row.generatedQuery),
    actual_query_path: showsValues ? row.actualQueryPath : hideInPaths(row.actualQueryPath),
    canvas: draft && showsValues ? presentCanvas(draft) : null,
    rows_before_steps: row.rowsBefore && { columns: row.rowsBefore.columns, row_count: row.rowsBefore.rowCount },
  }
}

const presentCanvas = ({ nodes, edges, post_processors }: StoredDraft) => ({ nodes, edges, post_processors })
