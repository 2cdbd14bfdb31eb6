import { AsyncLocalStorage } from 'node:async_hooks'
import type { TObject } from 'typebox'
import { createClaimer } from './claimer.ts'
import type { ClaimedJob } from './claim.ts'
import { HEARTBEAT_TIMEOUT_MS } from './boss.ts'
import { createRunningJobs, type StopOptions, type WorkerOptions } from './running-jobs.ts'

const HEARTBEAT_MS = HEARTBEAT_TIMEOUT_MS / 3

export type JobWorker = {
  readonly queue: string
  /** Checks for jobs now. */
  readonly wake: () => void
  /** Claims no more jobs and waits for running ones; those still running then are aborted and returned for a retry. */
  readonly stop: (options: StopOptions) => Promise<void>
}

const NO_ROOM = { found: [], leavesSome: true }

type Stopping = { readonly stopping: AbortSignal | undefined }

/**
 * Claims jobs of one kind from the queue, up to the job's concurrency. Why this is not the library's `work`:
 * docs/adr/0015-queue-worker.md.
 */
export function startJobWorker<S extends TObject>(work: Omit<WorkerOptions<S>, 'complete'> & Stopping): JobWorker {
  const { boss, job, clock, logger, stopping } = work
  const claimer = createClaimer(boss, job)
  const running = createRunningJobs({ ...work, complete: claimer.complete })
  // Sending a job wakes the worker, perhaps inside a transaction that the worker must not join.
  const outsideTransactions = AsyncLocalStorage.snapshot()
  let state: 'idle' | 'looking' | 'look again' | 'stopped' = 'idle'
  let lastLook = Promise.resolve()
  /** Whether the last look left jobs behind, as far as it could see: then each end makes room for one. */
  let leftSome = true

  const look = async (): Promise<void> => {
    try {
      do {
        state = 'looking'
        if (isStopping()) return
        const free = job.concurrency - running.count()
        leftSome = true
        const { found, leavesSome } = free > 0 ? await claimer.claim(free) : NO_ROOM
        // The stop began while the queue was read.
        if (isStopping()) return void (await Promise.all(found.map(running.giveBack)))
        leftSome = leavesSome
        for (const claim of found) void running.begin(claim).then((isDone) => ended(claim, isDone))
        // Woken meanwhile: a job may have arrived after the fetch.
      } while (isState('look again'))
    } catch (error) {
      logger.error({ err: error, job: job.name }, 'cannot read the job queue')
    } finally {
      if (!isState('stopped')) state = 'idle'
    }
  }
  const isStopping = (): boolean => stopping?.aborted === true
  const isState = (wanted: typeof state): boolean => state === wanted
  const ended = (claim: ClaimedJob, isDone: boolean): void => {
    claimer.ended(claim)
    // What did not succeed may be due again at once.
    if (leftSome || !isDone) wake()
  }
  const wake = (): void => {
    if (state === 'looking') state = 'look again'
    if (state === 'idle') lastLook = look()
  }

  const beating = clock.repeat(running.beat, HEARTBEAT_MS)
  return {
    queue: job.name,
    wake: () => outsideTransactions(wake),
    stop: async (options) => {
      state = 'stopped'
      await lastLook
      await running.drain(options)
      beating.cancel()
    },
  }
}
