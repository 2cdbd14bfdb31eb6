import { setTimeout as delay } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { TObject } from 'typebox'
import { Check } from 'typebox/value'
import type { Clock } from '../clock.ts'
import { SECOND } from '../durations.ts'
import type { Job, JobHandler } from './job.ts'
import { runAttempt } from './run-attempt.ts'

const LAST_WORDS_MS = SECOND

export type WorkOptions<S extends TObject> = {
  readonly boss: PgBoss
  readonly job: Job<S>
  readonly handler: JobHandler<S>
  readonly clock: Clock
  readonly logger: Logger
}

/** One run of a job, as the queue knows it: it is settled only while nobody else has taken the job over. */
type Claim = { readonly id: string; readonly retryCount: number }
type Running = { readonly claim: Claim; readonly controller: AbortController; readonly done: Promise<void> }

/** The jobs of one kind that this process is at, from their claim to the note of how they ended. */
export function createRunningJobs<S extends TObject>({ boss, job, handler, clock, logger }: WorkOptions<S>) {
  const running = new Set<Running>()

  const attempt = async (claim: Claim, payload: unknown, controller: AbortController): Promise<void> => {
    const number = claim.retryCount + 1
    try {
      if (!Check(job.payload, payload)) throw new TypeError('its payload has another shape, perhaps that of another version')
      await runAttempt<S>(job, handler, payload, { jobId: claim.id, number, controller }, clock)
    } catch (error) {
      logger.warn({ job: job.name, jobId: claim.id, attempt: number, err: error }, 'a job failed')
      return fail(claim, error instanceof Error ? error.message : String(error))
    }
    await note(claim, () => boss.complete(job.name, claim))
  }
  const fail = (claim: Claim, message: string): Promise<void> => note(claim, () => boss.fail(job.name, claim, { message }))
  const note = async (claim: Claim, settle: () => Promise<unknown>): Promise<void> => {
    try {
      await settle()
    } catch (error) {
      // Its heartbeat ends, and some process runs it again.
      logger.error({ job: job.name, jobId: claim.id, err: error }, 'the end of a job could not be noted')
    }
  }
  const settledWithin = async (ms: number): Promise<boolean> => {
    // Real time: a stop must end, whatever the clock says.
    const timeout = new AbortController()
    const all = Promise.all([...running].map(({ done }) => done)).then(() => true)
    const late = delay(ms, false, { signal: timeout.signal }).catch(() => false)
    return Promise.race([all, late]).finally(() => timeout.abort())
  }

  return {
    count: () => running.size,
    /** Resolves when the job has ended, one way or the other. */
    begin: (claim: Claim, payload: unknown): Promise<void> => {
      const controller = new AbortController()
      const done = attempt(claim, payload, controller).finally(() => running.delete(entry))
      const entry = { claim, controller, done }
      running.add(entry)
      return done
    },
    /** Tells the queue that the jobs are being worked on, and learns which are not ours any more. */
    beat: async (): Promise<void> => {
      for (const { claim, controller } of running) {
        const touched = await boss.touch(job.name, claim).then(affectedBy, () => undefined)
        if (touched === 0) controller.abort(new Error('another process has taken the job over'))
      }
    },
    drain: async (graceMs: number): Promise<void> => {
      if (await settledWithin(graceMs)) return
      for (const { controller } of running) controller.abort(new Error('the process stops'))
      await settledWithin(LAST_WORDS_MS)
      await Promise.all([...running].map(({ claim }) => fail(claim, 'the process stopped')))
    },
  }
}

const affectedBy = (reply: object): unknown => ('affected' in reply ? reply.affected : undefined)
