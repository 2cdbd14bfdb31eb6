import type { Static, TObject } from 'typebox'

/** A kind of background work: its payload and how it runs. Its handler is registered separately, see `Jobs`. */
export type JobDefinition<S extends TObject = TObject> = {
  /** Also the name of the queue in the database, so it must not change between versions. */
  readonly name: string
  readonly payload: S
  /** How many jobs of this kind one process runs at once. */
  readonly concurrency: number
  /** How often a job is retried after it failed or its process died; 0 means never. A clean stop does not count. */
  readonly retries: number
  /** The delay before the first retry; later ones wait longer. */
  readonly retryDelayMs: number
  /** A run that takes longer is aborted and fails. */
  readonly timeoutMs: number
  /**
   * At most one job per `singletonKey` is waiting or running; another one sent meanwhile is dropped. Cannot be changed
   * later.
   */
  readonly exclusive: boolean
  /** Whether users take turns: each job says in whose lane it waits. */
  readonly takesTurns: boolean
  /** Whether it is a span in the trace of what sent it; without one it is a trace of its own. */
  readonly isTraced: boolean
  /** Reports another job as given up, so it is never set aside itself. */
  readonly reports: boolean
  /**
   * Whether its handler keeps its own account: it first of all stores that it begins, which says whether there is
   * anything left to do, and how often somebody tried. Then neither its claim nor its completion waits for the disk.
   */
  readonly keepsAccount: boolean
}

/** May run more than once per job, even after it has done its work, so it must be idempotent. */
export type JobHandler<S extends TObject> = (payload: Static<S>, context: JobContext) => Promise<void>

export type JobContext = {
  /** Aborted when the job times out, the process stops, or another process takes the job over. */
  readonly signal: AbortSignal
  /** 1 for the first run. */
  readonly attempt: number
  readonly jobId: string
  /** How many processes died at it. */
  readonly deaths: number
}

/** Why a job's signal aborts when its process stops: the job goes back to the queue, and the attempt does not count. */
export class ProcessStopping extends Error {
  constructor() {
    super('the process is stopping')
  }
}

export const isStopping = ({ reason }: Pick<AbortSignal, 'reason'>): boolean => reason instanceof ProcessStopping

type Definition<S extends TObject> = Pick<JobDefinition<S>, 'name' | 'payload' | 'timeoutMs'> &
  Partial<JobDefinition<S>>

export function defineJob<S extends TObject>(definition: Definition<S>): JobDefinition<S> {
  return {
    concurrency: 1,
    retries: 0,
    retryDelayMs: 1000,
    exclusive: false,
    takesTurns: false,
    isTraced: true,
    reports: false,
    keepsAccount: false,
    ...definition,
  }
}
