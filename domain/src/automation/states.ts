import type { JobExecutionStatus, RequestStatus } from '@heddle/contract/automation.ts'

/** The automation server's spelling of a job's status, and ours. */
const STATUS_OF_JOB: Readonly<Record<string, JobExecutionStatus>> = {
  new: 'pending',
  pending: 'pending',
  waiting: 'pending',
  running: 'running',
  successful: 'successful',
  failed: 'failed',
  error: 'error',
  canceled: 'cancelled',
}

/**
 * What an execution is while its job has this status; undefined for a status that no automation server should have.
 *
 *     executionStatusOf('canceled') // 'cancelled'
 */
export function executionStatusOf(jobStatus: string): JobExecutionStatus | undefined {
  return Object.hasOwn(STATUS_OF_JOB, jobStatus) ? STATUS_OF_JOB[jobStatus] : undefined
}

export const OPEN_STATUSES = ['pending', 'running'] as const satisfies readonly JobExecutionStatus[]

/** Whether an execution has ended for good. */
export const isExecutionEnded = (status: JobExecutionStatus): boolean => !OPEN_STATUSES.some((open) => open === status)

const STEP: Readonly<Record<JobExecutionStatus, number>> = {
  pending: 0,
  running: 1,
  successful: 2,
  failed: 2,
  error: 2,
  cancelled: 2,
}

/**
 * Whether a report moves an execution on. Reports arrive late, twice and out of order, so none ever moves it back, and
 * the first end stands.
 */
export const movesOn = (from: JobExecutionStatus, to: JobExecutionStatus): boolean => STEP[to] > STEP[from]

/**
 * The status of a request, worked out from its executions. It has ended only when all of them have. One that was
 * cancelled, whose cancel stopped an execution, ends as cancelled; jobs that were cancelled on the automation server
 * alone count as failures beside others.
 *
 *     requestStatusOf(['successful', 'pending']) // 'running'
 *     requestStatusOf(['successful', 'cancelled']) // 'failed'
 *     requestStatusOf(['successful', 'cancelled'], { wasStopped: true }) // 'cancelled'
 */
export function requestStatusOf(
  executions: readonly JobExecutionStatus[],
  { wasStopped = false }: { readonly wasStopped?: boolean } = {},
): RequestStatus {
  if (executions.every((status) => status === 'pending')) return 'pending'
  if (!executions.every(isExecutionEnded)) return 'running'
  if (executions.every((status) => status === 'successful')) return 'succeeded'
  return wasStopped || executions.every((status) => status === 'cancelled') ? 'cancelled' : 'failed'
}

/** Whether a request has ended. */
export const isRequestEnded = (status: RequestStatus): boolean => status !== 'pending' && status !== 'running'
