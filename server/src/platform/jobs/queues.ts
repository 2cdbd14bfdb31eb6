import type { PgBoss, QueueOptions } from 'pg-boss'
import type { TObject } from 'typebox'
import { HOUR, MINUTE, SECOND } from '../../kernel/durations.ts'
import { HEARTBEAT_TIMEOUT_MS, JOBS_SCHEMA } from './boss.ts'
import type { Job } from './job.ts'

export type QueueSettings = Omit<Job, 'payload' | 'isTraced'> & { readonly reportsGivenUp: boolean }
export type CronSchedule = { readonly queue: string; readonly cron: string; readonly payload: object }

/** The queue for jobs whose last attempt failed, if a listener is registered. */
export const givenUpQueue = (name: string): string => `${name}.given-up`

/** Creates missing queues and updates the settings of the others. */
export async function ensureQueues(boss: PgBoss, queues: readonly QueueSettings[]): Promise<void> {
  const existing = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const queue of queues) {
    const deadLetter = queue.reportsGivenUp ? givenUpQueue(queue.name) : undefined
    if (deadLetter !== undefined && !existing.has(deadLetter))
      await boss.createQueue(deadLetter, optionsOf({ ...queue, ...TELLING }))
    if (existing.has(queue.name))
      await boss.updateQueue(queue.name, { ...optionsOf(queue), deadLetter: deadLetter ?? null })
    else
      await boss.createQueue(queue.name, {
        ...optionsOf(queue),
        policy: policyOf(queue),
        ...(deadLetter !== undefined && { deadLetter }),
      })
  }
}

// Retried until the listener succeeds.
const TELLING = { concurrency: 1, retries: 10, retryDelayMs: SECOND, timeoutMs: MINUTE, exclusive: false }

/** The job that reports another one as given up. */
export function givenUpJob<S extends TObject>(job: Job<S>): Job<S> {
  return { name: givenUpQueue(job.name), payload: job.payload, isTraced: job.isTraced, ...TELLING }
}

/** Fails jobs that a dead process left behind, on a database that only one process at a time can use. */
export async function failAbandoned(boss: PgBoss): Promise<void> {
  const { rows } = await boss
    .getDb()
    .executeSql(`select name, id from ${JOBS_SCHEMA}.job where state = 'active' and name not like '\\_\\_%'`)
  for (const { name, id } of rows as { name: string; id: string }[])
    await boss.fail(name, id, { message: 'the process that ran it died' })
}

/** Schedules the upkeep jobs and unschedules those that no longer exist. */
export async function applySchedules(boss: PgBoss, schedules: readonly CronSchedule[]): Promise<void> {
  const wanted = new Set(schedules.map(({ queue }) => queue))
  for (const { name } of await boss.getSchedules()) if (!wanted.has(name)) await boss.unschedule(name)
  for (const { queue, cron, payload } of schedules) await boss.schedule(queue, cron, payload, { tz: 'UTC' })
}

const policyOf = ({ exclusive }: QueueSettings): string => (exclusive ? 'exclusive' : 'standard')

function optionsOf({
  retries,
  retryDelayMs,
  timeoutMs,
}: Pick<QueueSettings, 'retries' | 'retryDelayMs' | 'timeoutMs'>): QueueOptions {
  return {
    retryLimit: retries,
    retryDelay: Math.max(1, Math.round(retryDelayMs / SECOND)),
    retryBackoff: true,
    heartbeatSeconds: HEARTBEAT_TIMEOUT_MS / SECOND,
    // The worker normally ends a run itself; this covers one that cannot.
    expireInSeconds: Math.ceil((timeoutMs + MINUTE) / SECOND),
    deleteAfterSeconds: HOUR / SECOND,
  }
}
