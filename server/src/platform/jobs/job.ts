import type { Static, TObject } from 'typebox'

/** A kind of background work: what it is given and how it is run. Who does it is registered, see `Jobs`. */
export type Job<S extends TObject = TObject> = {
  /** Also names the queue in the database, so it stays the same from version to version. */
  readonly name: string
  readonly payload: S
  /** Jobs of this kind that one process runs at the same time. */
  readonly concurrency: number
  /** How often a job is run again after it failed or its process died; 0 is never. */
  readonly retries: number
  /** How long after a failure the first retry comes; later ones wait longer. */
  readonly retryDelayMs: number
  /** A run that takes longer is told to stop, and counts as failed. */
  readonly timeoutMs: number
  /** At most one job per `singletonKey` is waiting or running; another one that is sent meanwhile is dropped. Can not be changed later. */
  readonly exclusive: boolean
}

/** May run more than once for a job, also after it has done its work: it must bear that. */
export type JobHandler<S extends TObject> = (payload: Static<S>, context: JobContext) => Promise<void>

export type JobContext = {
  /** Aborted when the time is up, the process stops, or another process has taken the job over. */
  readonly signal: AbortSignal
  /** 1 for the first run. */
  readonly attempt: number
  readonly jobId: string
}

type Definition<S extends TObject> = Pick<Job<S>, 'name' | 'payload' | 'timeoutMs'> & Partial<Job<S>>

export function defineJob<S extends TObject>(definition: Definition<S>): Job<S> {
  return { concurrency: 1, retries: 0, retryDelayMs: 1000, exclusive: false, ...definition }
}
