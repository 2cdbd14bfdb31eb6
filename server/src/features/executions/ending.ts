import type { RUN_ENDINGS } from '@heddle/contract/executions.ts'
import { CANCELLED, type RunFailure, type RunResult, SERVER_STOPPED } from '../run-engine/index.ts'
import type { ExecutionRow } from './executions.tables.ts'

/** What is stored about a run when it ends. */
export type Ending = Pick<
  ExecutionRow,
  | 'reason'
  | 'errorMessage'
  | 'warnings'
  | 'columns'
  | 'expectation'
  | 'rowCount'
  | 'resultsTruncated'
  | 'actualQueryPath'
  | 'waitedMs'
> & {
  readonly status: (typeof RUN_ENDINGS)[number]
  readonly durationMs: number
  readonly resultBytes: number
}

/** `execute` returns at most this many rows; the results export has all of them. */
export const MAX_REPLY_ROWS = 10_000

const NOTHING: Omit<Ending, 'status' | 'reason' | 'errorMessage'> = {
  warnings: [],
  columns: [],
  expectation: null,
  rowCount: 0,
  resultsTruncated: false,
  actualQueryPath: '',
  durationMs: 0,
  waitedMs: 0,
  resultBytes: 0,
}

/** The ending of a run that never started, or whose process left nothing behind. */
export const failedEnding = (failure: {
  readonly reason: RunFailure['reason'] | null
  readonly message: string
}): Ending => ({
  ...NOTHING,
  status: 'failure',
  reason: failure.reason,
  errorMessage: failure.message,
})

export const CANCELLED_ENDING = failedEnding(CANCELLED)
export const LOST_ENDING = failedEnding(SERVER_STOPPED)
export const LOST_TWICE_ENDING = failedEnding({
  reason: null,
  message: 'The server stopped or failed twice during this run.',
})

export const SET_ASIDE_ENDING = failedEnding({
  reason: null,
  message:
    'The server stopped or failed twice during this run. It does not begin it again for an hour, unless the query, its variables or its connections change.',
})

export const STOPPED_TOO_OFTEN_ENDING = failedEnding({
  reason: null,
  message: 'The server was stopped again and again during this run.',
})

export const DIED_PREPARING_ENDING = failedEnding({
  reason: null,
  message: 'The server stopped or failed twice while preparing this run.',
})

/** True only when a user cancelled the run; one interrupted by a server stop has the same reason. */
export const isCancelled = ({ reason, errorMessage }: Pick<Ending, 'reason' | 'errorMessage'>): boolean =>
  reason === CANCELLED.reason && errorMessage === CANCELLED.message

/** How long a run took, and how much of that it waited. */
export type RunTimes = Pick<Ending, 'durationMs' | 'waitedMs'>

export const endingOfFailure = (failure: RunFailure, times: RunTimes): Ending => ({
  ...failedEnding(failure),
  status: failure.reason === 'deadline' ? 'timeout' : 'failure',
  ...times,
})

export function endingOf({ outcome, chunks }: RunResult, times: RunTimes): Ending {
  const facts = { warnings: [...outcome.warnings], actualQueryPath: outcome.paths.join('\n'), ...times }
  if (!outcome.ok) return { ...endingOfFailure(outcome.failure, times), ...facts }
  const { columns, rowCount, expectation } = outcome
  const resultBytes = chunks.reduce((sum, chunk) => sum + chunk.body.byteLength, 0)
  const resultsTruncated = rowCount > MAX_REPLY_ROWS
  return {
    ...facts,
    status: 'success',
    reason: null,
    errorMessage: null,
    columns: [...columns],
    expectation,
    rowCount,
    resultsTruncated,
    resultBytes,
  }
}
