import type { PgBoss } from 'pg-boss'
import { type Static, type TObject, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { EventBus } from '../../adapters/cache/event-bus.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Lane, nameOfLane } from '../../kernel/lane.ts'
import { NO_TRACING, type Tracing } from '../../kernel/tracing.ts'
import { type BossOptions, createBoss, inTransaction } from './boss.ts'
import { MOST_DEATHS } from './deaths.ts'
import { pollQueues } from './due-queues.ts'
import type { JobDefinition, JobHandler } from './job.ts'
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

export type GivenUp = {
  /** Processes died twice while they worked on it: only a person may begin it again. */
  readonly setAside: boolean
}

export type RegisterOptions<S extends TObject> = {
  /** Called for a job whose last attempt failed, even when its process died; and for one that is set aside. */
  readonly onGivenUp?: (payload: Static<S>, end: GivenUp) => Promise<void>
}

export type SendOptions = {
  /** The job exists once this transaction commits, not before. */
  readonly tx?: Executor
  readonly startAfter?: Date
  /** For `exclusive` jobs: the key there may be only one job of. */
  readonly singletonKey?: string
  /** For jobs that take turns. */
  readonly lane?: Lane
}

export type Sending<S extends TObject> = { readonly payload: Static<S> } & Pick<SendOptions, 'singletonKey' | 'lane'>

export type Jobs = {
  /** Registers a job and its handler; before `prepare`, even in a process that only sends. */
  readonly register: <S extends TObject>(
    job: JobDefinition<S>,
    handler: JobHandler<S>,
    options?: RegisterOptions<S>,
  ) => void
  /**
   * The id of the job; undefined when an exclusive one was dropped because another with its key is waiting or running.
   */
  readonly send: <S extends TObject>(
    job: JobDefinition<S>,
    payload: Static<S>,
    options?: SendOptions,
  ) => Promise<string | undefined>
  /** Sends many jobs of one kind in one statement; skips exclusive ones already waiting or running. */
  readonly sendMany: <S extends TObject>(
    job: JobDefinition<S>,
    sendings: readonly Sending<S>[],
    options?: Pick<SendOptions, 'tx'>,
  ) => Promise<void>
  /**
   * Sends a registered job on a cron schedule (UTC), once for all processes; one that is still waiting or running is
   * not sent again. Before `prepare`.
   */
  readonly schedule: <S extends TObject>(job: JobDefinition<S>, cron: string, payload: Static<S>) => void
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
  let stopListening = async (): Promise<void> => undefined

  const startWorker = <S extends TObject>(job: JobDefinition<S>, handler: JobHandler<S>): JobWorker =>
    startJobWorker({ boss, job, handler, clock, tracing, logger, stopping })
  const startWorking = async (): Promise<void> => {
    if (database.kind === 'embedded') await failAbandoned(boss)
    for (const worker of [...registrations.values()].flatMap(({ startWorkers }) => startWorkers()))
      workers.set(worker.queue, worker)
    const unsubscribe = bus.subscribe(WAITING_TOPIC, (message) => {
      if (Check(Waiting, message)) workers.get(message.queue)?.wake()
    })
    const polls = pollQueues({ boss, database, workers, clock, logger, stopping })
    stopListening = () => {
      unsubscribe()
      return polls.stop()
    }
    await applySchedules(boss, [...schedules.values()])
  }

  return {
    register: (job, handler, { onGivenUp } = {}) => {
      registrations.set(job.name, {
        queue: { ...job, reportsGivenUp: onGivenUp !== undefined },
        startWorkers: () => [
          startWorker(job, handler),
          ...(onGivenUp ? [startWorker(givenUpJob(job), reportTo(onGivenUp))] : []),
        ],
      })
    },
    ...createSender(dependencies, boss),
    schedule: (job, cron, payload) => {
      assertSendable(job, payload, {})
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
      await stopListening()
      await Promise.all([...workers.values()].map((worker) => worker.stop(options)))
      await boss.stop({ graceful: false, close: false })
    },
  }
}

function createSender(
  { database, bus, tracing = NO_TRACING }: Dependencies,
  boss: PgBoss,
): Pick<Jobs, 'send' | 'sendMany'> {
  return {
    send: async (job, payload, { tx, startAfter, ...where } = {}) => {
      assertSendable(job, payload, where)
      const options = { ...(startAfter && { startAfter }), ...placeOf(where) }
      const id = await inTransaction(tx, () => boss.send(job.name, carryTrace(job, payload, tracing), options))
      // Without this, polling would find it seconds later.
      if (id !== null && !startAfter) database.afterCommit(() => void bus.publish(WAITING_TOPIC, { queue: job.name }))
      return id ?? undefined
    },
    sendMany: async (job, sendings, { tx } = {}) => {
      for (const { payload, ...where } of sendings) assertSendable(job, payload, where)
      if (sendings.length === 0) return
      const inserts = sendings.map(({ payload, ...where }) => ({
        data: carryTrace(job, payload, tracing),
        ...placeOf(where),
      }))
      await inTransaction(tx, () => boss.insert(job.name, inserts))
      database.afterCommit(() => void bus.publish(WAITING_TOPIC, { queue: job.name }))
    },
  }
}

type Where = Pick<SendOptions, 'singletonKey' | 'lane'>

const placeOf = ({ singletonKey, lane }: Where) => ({
  ...(singletonKey !== undefined && { singletonKey }),
  ...(lane && { group: { id: nameOfLane(lane) } }),
})

const reportTo =
  <S extends TObject>(onGivenUp: NonNullable<RegisterOptions<S>['onGivenUp']>): JobHandler<S> =>
  (payload, { deaths }) =>
    onGivenUp(payload, { setAside: deaths >= MOST_DEATHS })

function assertSendable<S extends TObject>(
  job: JobDefinition<S>,
  payload: unknown,
  { singletonKey, lane }: Where,
): void {
  if (!Check(job.payload, payload)) throw new TypeError(`${job.name}: the payload does not match the job`)
  if (singletonKey !== undefined && !job.exclusive)
    throw new TypeError(`${job.name}: only exclusive jobs have a singletonKey`)
  if (lane && !job.takesTurns) throw new TypeError(`${job.name}: only jobs that take turns have a lane`)
}
