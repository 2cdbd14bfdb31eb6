import type { RunFailure } from './engine/engine-types.ts'
import { CANCELLED, SERVER_STOPPED } from './engine/run-failures.ts'
import type { RunResult } from './execute-run.ts'
import type { ExecutionRow, ExecutionStatus } from './executions.tables.ts'

/** What is written about a run when it ends. */
export type Ending = Pick<
  ExecutionRow,
  'reason' | 'errorMessage' | 'warnings' | 'columns' | 'rowCount' | 'resultsTruncated' | 'actualQueryPath'
> & {
  readonly status: Exclude<ExecutionStatus, 'running'>
  readonly durationMs: number
  readonly resultBytes: number
}

/** `execute` answers at most this many rows; all of them are in the results export. */
export const ANSWERED_ROWS = 10_000

const NOTHING: Omit<Ending, 'status' | 'reason' | 'errorMessage'> = {
  warnings: [],
  columns: [],
  rowCount: 0,
  resultsTruncated: false,
  actualQueryPath: '',
  durationMs: 0,
  resultBytes: 0,
}

/** The end of a run that never began, or whose process left nothing. */
export const failedEnding = (failure: { readonly reason: RunFailure['reason'] | null; readonly message: string }): Ending => ({
  ...NOTHING,
  status: 'failure',
  reason: failure.reason,
  errorMessage: failure.message,
})

export const CANCELLED_ENDING = failedEnding(CANCELLED)
export const LOST_ENDING = failedEnding(SERVER_STOPPED)
export const LOST_TWICE_ENDING = failedEnding({
  reason: null,
  message: 'The run lost its process twice: the server stopped, or failed, while it was under way.',
})

/** Whether somebody cancelled it; a run that its server left behind has the same reason. */
export const isCancelled = ({ reason, errorMessage }: Pick<Ending, 'reason' | 'errorMessage'>): boolean =>
  reason === CANCELLED.reason && errorMessage === CANCELLED.message

export function endingOf({ outcome, chunks }: RunResult, durationMs: number): Ending {
  const told = { warnings: [...outcome.warnings], actualQueryPath: outcome.paths.join('\n'), durationMs }
  if (!outcome.ok) return { ...failedEnding(outcome.failure), status: statusOf(outcome.failure), ...told }
  const { columns, rowCount } = outcome
  const resultBytes = chunks.reduce((sum, chunk) => sum + chunk.body.byteLength, 0)
  const resultsTruncated = rowCount > ANSWERED_ROWS
  return { ...told, status: 'success', reason: null, errorMessage: null, columns: [...columns], rowCount, resultsTruncated, resultBytes }
}

const statusOf = ({ reason }: RunFailure) => (reason === 'deadline' ? 'timeout' : 'failure')
