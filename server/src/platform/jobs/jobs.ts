import { type Static, type TObject, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { EventBus } from '../../adapters/cache/event-bus.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { NO_TRACING, type Tracing } from '../../kernel/tracing.ts'
import { type BossOptions, createBoss, inTransaction } from './boss.ts'
import type { Job, JobHandler } from './job.ts'
import { carryTrace } from './job-trace.ts'
import { type JobWorker, startJobWorker } from './job-worker.ts'
import type { StopOptions } from './running-jobs.ts'
import {
  applySchedules,
  ensureQueues,
  failAbandoned,
  givenUpJob,
  type QueueSettings,
  type CronSchedule,
} from './queues.ts'

const WAITING_TOPIC = 'jobs:waiting'
const Waiting = Type.Object({ queue: Type.String() })

export type RegisterOptions<S extends TObject> = {
  /** Called for a job whose last attempt failed, even when its process died. */
  readonly onGivenUp?: (payload: Static<S>) => Promise<void>
}

export type SendOptions = {
  /** The job exists once this transaction commits, not before. */
  readonly tx?: Executor
  readonly startAfter?: Date
  /** For `exclusive` jobs: the key there may be only one job of. */
  readonly singletonKey?: string
}

export type Sending<S extends TObject> = { readonly payload: Static<S>; readonly singletonKey?: string }

export type Jobs = {
  /** Registers a job and its handler; before `prepare`, even in a process that only sends. */
  readonly register: <S extends TObject>(job: Job<S>, handler: JobHandler<S>, options?: RegisterOptions<S>) => void
  /**
   * The id of the job; undefined when an exclusive one was dropped because another with its key is waiting or running.
   */
  readonly send: <S extends TObject>(
    job: Job<S>,
    payload: Static<S>,
    options?: SendOptions,
  ) => Promise<string | undefined>
  /** Sends many jobs of one kind in one statement; skips exclusive ones already waiting or running. */
  readonly sendMany: <S extends TObject>(
    job: Job<S>,
    sendings: readonly Sending<S>[],
    options?: Pick<SendOptions, 'tx'>,
  ) => Promise<void>
  /**
   * Sends a registered job on a cron schedule (UTC), once for all processes; one that is still waiting or running is
   * not sent again. Before `prepare`.
   */
  readonly schedule: <S extends TObject>(job: Job<S>, cron: string, payload: Static<S>) => void
  /** Creates tables and queues; before anything is sent. */
  readonly prepare: () => Promise<void>
  /** Starts claiming jobs, in a process that does any work. */
  readonly start: () => Promise<void>
  /** Rejects when the queues cannot be read. */
  readonly ping: () => Promise<void>
  /** Claims no more jobs, waits for running ones, and returns those that do not end in time for a retry. */
  readonly stop: (options: StopOptions) => Promise<void>
}

/** Once `stopping` aborts, nothing is claimed, even before `stop` is called. */
type Dependencies = BossOptions & {
  readonly database: Database
  readonly bus: EventBus
  readonly clock: Clock
  readonly tracing?: Tracing
  readonly stopping?: AbortSignal
}

type Registration = { readonly queue: QueueSettings; readonly startWorkers: () => JobWorker[] }

/**
 * Background work in a queue in the database: it commits with the data, survives a restart, and runs in any working
 * process.
 */
export function createJobs(dependencies: Dependencies): Jobs {
  const { database, bus, clock, tracing = NO_TRACING, logger, works, stopping } = dependencies
  const boss = createBoss(dependencies)
  const registrations = new Map<string, Registration>()
  const schedules = new Map<string, CronSchedule>()
  const workers = new Map<string, JobWorker>()
  let stopListening = (): void => undefined

  const startWorker = <S extends TObject>(job: Job<S>, handler: JobHandler<S>): JobWorker =>
    startJobWorker({ boss, job, handler, clock, tracing, logger, stopping })
  const startWorking = async (): Promise<void> => {
    if (database.kind === 'embedded') await failAbandoned(boss)
    for (const worker of [...registrations.values()].flatMap(({ startWorkers }) => startWorkers()))
      workers.set(worker.queue, worker)
    stopListening = bus.subscribe(WAITING_TOPIC, (message) => {
      if (Check(Waiting, message)) workers.get(message.queue)?.wake()
    })
    await applySchedules(boss, [...schedules.values()])
  }

  return {
    register: (job, handler, { onGivenUp } = {}) => {
      registrations.set(job.name, {
        queue: { ...job, reportsGivenUp: onGivenUp !== undefined },
        startWorkers: () => [
          startWorker(job, handler),
          ...(onGivenUp ? [startWorker(givenUpJob(job), onGivenUp)] : []),
        ],
      })
    },
    send: async (job, payload, { tx, startAfter, singletonKey } = {}) => {
      assertSendable(job, payload, singletonKey)
      const options = { ...(startAfter && { startAfter }), ...(singletonKey !== undefined && { singletonKey }) }
      const id = await inTransaction(tx, () => boss.send(job.name, carryTrace(job, payload, tracing), options))
      // Without this, polling would find it seconds later.
      if (id !== null && !startAfter) database.afterCommit(() => void bus.publish(WAITING_TOPIC, { queue: job.name }))
      return id ?? undefined
    },
    sendMany: async (job, sendings, { tx } = {}) => {
      for (const { payload, singletonKey } of sendings) assertSendable(job, payload, singletonKey)
      if (sendings.length === 0) return
      const inserts = sendings.map(({ payload, singletonKey }) => ({
        data: carryTrace(job, payload, tracing),
        ...(singletonKey !== undefined && { singletonKey }),
      }))
      await inTransaction(tx, () => boss.insert(job.name, inserts))
      database.afterCommit(() => void bus.publish(WAITING_TOPIC, { queue: job.name }))
    },
    schedule: (job, cron, payload) => {
      assertSendable(job, payload, undefined)
      schedules.set(job.name, { queue: job.name, cron, payload })
    },
    // The queue's own "create if not exists" fails when two processes run it at once.
    prepare: () =>
      database.inTurn('job-queue', async () => {
        await boss.start()
        await ensureQueues(
          boss,
          [...registrations.values()].map(({ queue }) => ({
            ...queue,
            exclusive: queue.exclusive || schedules.has(queue.name),
          })),
        )
      }),
    start: async () => {
      if (works) await startWorking()
    },
    ping: async () => {
      await boss.getQueues()
    },
    stop: async (options) => {
      stopListening()
      await Promise.all([...workers.values()].map((worker) => worker.stop(options)))
      await boss.stop({ graceful: false, close: false })
    },
  }
}

function assertSendable<S extends TObject>(job: Job<S>, payload: unknown, singletonKey: string | undefined): void {
  if (!Check(job.payload, payload)) throw new TypeError(`${job.name}: the payload does not match the job`)
  if (singletonKey !== undefined && !job.exclusive)
    throw new TypeError(`${job.name}: only exclusive jobs have a singletonKey`)
}
