import type { ExecutedRun } from './life/execute-now.ts'
import type { CheckedRun } from './requests/checked-run.ts'

/** An ended run without its rows, which are streamed afterwards. */
export const presentExecuted = ({ id, ending, generatedQuery, draft }: ExecutedRun) => ({
  execution_id: id,
  ...(draft && { draft }),
  status: ending.status,
  row_count: ending.rowCount,
  generated_query: generatedQuery,
  actual_query_path: ending.actualQueryPath,
  duration_ms: ending.durationMs,
  waited_ms: ending.waitedMs ?? 0,
  columns: ending.columns ?? [],
  error_message: ending.errorMessage,
  reason: ending.reason,
  expectation: ending.expectation,
  warnings: ending.warnings,
  results_truncated: ending.resultsTruncated,
})

export const presentValidation = ({ problems, warnings, plan }: CheckedRun) => ({
  valid: problems.length === 0,
  errors: problems.map(copy),
  warnings: warnings.map(copy),
  plan: plan ? { text: plan.text, steps: plan.steps.map((step) => ({ ...step })) } : null,
})

const copy = <T extends { readonly suggestions?: readonly string[] }>({ suggestions, ...problem }: T) => ({
  ...problem,
  ...(suggestions && { suggestions: [...suggestions] }),
})
