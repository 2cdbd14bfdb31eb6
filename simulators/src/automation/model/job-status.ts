export type JobStatus = 'new' | 'pending' | 'waiting' | 'running' | 'successful' | 'failed' | 'error' | 'canceled'

const ACTIVE: ReadonlySet<JobStatus> = new Set(['new', 'pending', 'waiting', 'running'])

export function isActive(status: JobStatus): boolean {
  return ACTIVE.has(status)
}

export function isFailed(status: JobStatus): boolean {
  return status === 'failed' || status === 'error' || status === 'canceled'
}
