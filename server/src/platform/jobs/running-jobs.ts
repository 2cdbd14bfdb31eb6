import { setTimeout as delay } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { TObject } from 'typebox'
import { Check } from 'typebox/value'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'
import type { Tracing } from '../../kernel/tracing.ts'
import { messageOf } from '../log/describe-error.ts'
import type { Claim, ClaimedJob } from './claim.ts'
import type { Claimer } from './claimer.ts'
import { deathsOf, failForGood, MOST_DEATHS, takeBackDeath } from './deaths.ts'
import { handBack } from './hand-back.ts'
import { isStopping, type JobDefinition, type JobHandler, ProcessStopping } from './job.ts'
import { inTraceOfSender, payloadOf, traceAttempt } from './job-trace.ts'
import { runAttempt } from './run-attempt.ts'

export type WorkerOptions<S extends TObject> = {
  readonly boss: PgBoss
  readonly job: JobDefinition<S>
  readonly handler: JobHandler<S>
  readonly clock: Clock
  readonly tracing: Tracing
  readonly logger: Logger
  /** Notes that a job has done its work. */
  readonly complete: Claimer['complete']
}

export type StopOptions = {
  /** How long running jobs may take to end. */
  readonly graceMs: number
  /** How long they may take once they are aborted; a second. */
  readonly lastWordsMs?: number
}

type Running = { readonly claim: Claim; readonly controller: AbortController; readonly done: Promise<unknown> }

/** The jobs of one kind that this process is running, from claim to settlement. */
export function createRunningJobs<S extends TObject>(options: WorkerOptions<S>) {
  const { boss, job, handler, clock, tracing, logger, complete } = options
  const running = new Set<Running>()

  const attempt = async (claim: ClaimedJob, payload: unknown, controller: AbortController): Promise<boolean> => {
    const number = claim.retryCount + 1
    const deaths = deathsOf(claim)
    if (deaths >= MOST_DEATHS && !job.reports) {
      await setAside(claim)
      return false
    }
    try {
      if (!Check(job.payload, payload))
        throw new TypeError('its payload has an unknown shape, perhaps from another version')
      await traceAttempt(tracing, job, number, () =>
        runAttempt<S>(job, handler, payload, { jobId: claim.id, number, deaths, controller }, clock),
      )
    } catch (error) {
      if (isStopping(controller.signal)) await giveBack(claim)
      else {
        logger.warn({ job: job.name, jobId: claim.id, attempt: number, err: error }, 'a job failed')
        await fail(claim, messageOf(error))
      }
      return false
    }
    await note(claim, () => complete(claim))
    return true
  }
  const fail = (claim: Claim, message: string): Promise<void> =>
    note(claim, () => boss.fail(job.name, claim, { message }))
  const setAside = (claim: Claim): Promise<void> => {
    logger.error({ job: job.name, jobId: claim.id }, 'set a job aside: the server stopped twice while it worked on it')
    return note(claim, () => failForGood(boss, job.name, claim, 'the server stopped twice while it worked on it'))
  }
  const giveBack = (claim: Claim): Promise<void> =>
    note(claim, async () => {
      if (!(await handBack(boss, job, claim))) await boss.fail(job.name, claim, { message: 'the process stopped' })
    })
  const note = async (claim: Claim, settle: () => Promise<unknown>): Promise<void> => {
    try {
      await settle()
    } catch (error) {
      // Its heartbeat stops, so another process retries it.
      logger.error({ job: job.name, jobId: claim.id, err: error }, 'could not record the end of a job')
    }
  }

  return {
    count: () => running.size,
    /** Returns a claimed job to the queue, to be run elsewhere; uses up no attempt. */
    giveBack,
    /** Resolves when the job has ended, however it ended, with whether it has done its work. */
    begin: (claim: ClaimedJob): Promise<boolean> => {
      const { data } = claim

      const controller = new AbortController()
      const done = inTraceOfSender(data, () => attempt(claim, payloadOf(data), controller)).finally(() => {
        running.delete(entry)
      })
      const entry = { claim, controller, done }
      running.add(entry)
      return done
    },
    /** Sends the jobs' heartbeats, and aborts those that are no longer ours. */
    beat: async (): Promise<void> => {
      for (const { claim, controller } of running) {
        const touched = await boss.touch(job.name, claim).then(affectedBy, () => undefined)
        if (touched !== 0 || controller.signal.aborted) continue
        controller.abort(new Error('another process took the job over'))
        await note(claim, () => takeBackDeath(boss, job.name, claim))
      }
    },
    drain: async ({ graceMs, lastWordsMs = SECOND }: StopOptions): Promise<void> => {
      if (await settledWithin(running, graceMs)) return
      for (const { controller } of running) controller.abort(new ProcessStopping())
      await settledWithin(running, lastWordsMs)
      await Promise.all([...running].map(({ claim }) => giveBack(claim)))
    },
  }
}

async function settledWithin(running: Iterable<Running>, ms: number): Promise<boolean> {
  // Real time: stopping must end, whatever the clock says.
  const timeout = new AbortController()
  const all = Promise.all([...running].map(({ done }) => done)).then(() => true)
  const late = delay(ms, false, { signal: timeout.signal }).catch(() => false)
  return Promise.race([all, late]).finally(() => timeout.abort())
}

const affectedBy = (reply: object): unknown => ('affected' in reply ? reply.affected : undefined)
