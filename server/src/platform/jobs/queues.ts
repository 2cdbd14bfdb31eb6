import { isDeepStrictEqual } from 'node:util'
import type { PgBoss, QueueOptions, QueueResult } from 'pg-boss'
import type { TObject } from 'typebox'
import { HOUR, MINUTE, SECOND } from '../../kernel/durations.ts'
import { HEARTBEAT_TIMEOUT_MS, JOBS_SCHEMA } from './boss.ts'
import { turnsIndex } from './claim-in-turn.ts'
import { PROCESS_DIED } from './deaths.ts'
import type { JobDefinition } from './job.ts'

export type QueueSettings = Omit<JobDefinition, 'payload' | 'isTraced' | 'reports' | 'keepsAccount'> & {
  readonly reportsGivenUp: boolean
}
export type CronSchedule = { readonly queue: string; readonly cron: string; readonly payload: object }

/** The queue for jobs whose last attempt failed, if a listener is registered. */
export const givenUpQueue = (name: string): string => `${name}.given-up`

/** Creates missing queues, and updates those whose settings have changed. */
export async function ensureQueues(boss: PgBoss, queues: readonly QueueSettings[]): Promise<void> {
  await createOrUpdate(boss, queues)
  const inTurn = new Set(queues.flatMap(({ name, takesTurns }) => (takesTurns ? name : [])))
  const tables = new Set((await boss.getQueues([...inTurn])).map(({ table }) => table))
  if (inTurn.size > 0) for (const table of tables) await boss.getDb().executeSql(turnsIndex(`${JOBS_SCHEMA}.${table}`))
}

async function createOrUpdate(boss: PgBoss, queues: readonly QueueSettings[]): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const queue of queues) {
    const deadLetter = queue.reportsGivenUp ? givenUpQueue(queue.name) : undefined
    if (deadLetter !== undefined && !existing.has(deadLetter))
      await boss.createQueue(deadLetter, optionsOf({ ...queue, ...TELLING }))
    const known = existing.get(queue.name)
    const settings = { ...optionsOf(queue), deadLetter: deadLetter ?? null }
    if (known) {
      if (!hasSettings(known, settings)) await boss.updateQueue(queue.name, settings)
    } else
      await boss.createQueue(queue.name, {
        ...optionsOf(queue),
        policy: policyOf(queue),
        ...(deadLetter !== undefined && { deadLetter }),
      })
  }
}

const hasSettings = (queue: QueueResult, settings: object): boolean =>
  Object.entries(settings).every(([name, value]) => (queue[name as keyof QueueResult] ?? null) === value)

// Retried until the listener succeeds.
const TELLING = {
  concurrency: 1,
  retries: 10,
  retryDelayMs: SECOND,
  timeoutMs: MINUTE,
  exclusive: false,
  takesTurns: false,
  reports: true,
  keepsAccount: false,
}

/** The job that reports another one as given up. */
export function givenUpJob<S extends TObject>(job: JobDefinition<S>): JobDefinition<S> {
  return { name: givenUpQueue(job.name), payload: job.payload, isTraced: job.isTraced, ...TELLING }
}

/** Fails jobs that a dead process left behind, on a database that only one process at a time can use. */
export async function failAbandoned(boss: PgBoss): Promise<void> {
  const { rows } = await boss
    .getDb()
    .executeSql(`select name, id from ${JOBS_SCHEMA}.job where state = 'active' and name not like '\\_\\_%'`)
  for (const { name, id } of rows as { name: string; id: string }[])
    await boss.fail(name, id, { message: PROCESS_DIED })
}

/** Schedules the upkeep jobs and unschedules those that no longer exist. */
export async function applySchedules(boss: PgBoss, schedules: readonly CronSchedule[]): Promise<void> {
  const wanted = new Set(schedules.map(({ queue }) => queue))
  const existing = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]))
  for (const name of existing.keys()) if (!wanted.has(name)) await boss.unschedule(name)
  for (const { queue, cron, payload } of schedules) {
    const known = existing.get(queue)
    const isSame = known?.cron === cron && known.timezone === 'UTC' && isDeepStrictEqual(known.data ?? {}, payload)
    if (!isSame) await boss.schedule(queue, cron, payload, { tz: 'UTC' })
  }
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
