import type { Job } from '../model/job.ts'

/** How far the database is behind the playbook. */
export type EventLag = {
  /** Every event is saved that long after it was printed. */
  readonly lagMs: number
  /** Every n-th event is saved later still, or, with Infinity, never. */
  readonly holes?: { readonly every: number; readonly ms: number } | undefined
}

/** How many events the playbook has printed by then. */
export function emittedCount(job: Job, now: number): number {
  if (job.started === null) return 0
  const { output } = job.script
  if (job.hasRunToItsEnd && job.finished !== null && now >= job.finished) return output.count
  const elapsed = Math.min(now, job.finished ?? now) - job.started
  return Math.max(0, Math.min(output.count, Math.floor(elapsed / job.eventEveryMs)))
}

/** The events before this index may be saved; `isSaved` knows which of them are. */
export function savedEnd(job: Job, lag: EventLag, now: number): number {
  return emittedCount(job, now - lag.lagMs)
}

export function isSaved(job: Job, lag: EventLag, now: number, index: number): boolean {
  if (!isHole(lag, index)) return true
  return index < emittedCount(job, now - lag.lagMs - lag.holes!.ms)
}

/** When the last event is saved; Infinity while the job is active, or when events were lost. */
export function processedAt(job: Job, lag: EventLag): number {
  if (job.finished === null) return Infinity
  const count = emittedCount(job, job.finished)
  if (count === 0) return job.finished
  const { holes } = lag
  return job.finished + lag.lagMs + (holes && count >= holes.every ? holes.ms : 0)
}

function isHole({ holes }: EventLag, index: number): boolean {
  return holes !== undefined && (index + 1) % holes.every === 0
}
