import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'
import { JOBS_SCHEMA } from './boss.ts'
import { isDue } from './claims.ts'
import type { JobWorker } from './job-worker.ts'

/** Wake-ups may be lost on their way to another process; beside an embedded database there is none. */
const POLL_MS = { embedded: 5 * SECOND, postgres: 2 * SECOND } as const

type Options = {
  readonly boss: PgBoss
  readonly database: Pick<Database, 'kind'>
  /** By their queues. */
  readonly workers: ReadonlyMap<string, JobWorker>
  readonly clock: Clock
  readonly logger: Logger
  readonly stopping: AbortSignal | undefined
}

/** Finds jobs without a wake-up, and wakes their workers: delayed jobs, retries and lost wake-ups. */
export function pollQueues({ boss, database, workers, clock, logger, stopping }: Options): {
  readonly stop: () => Promise<void>
} {
  let polling: Promise<void> | undefined
  const poll = async (): Promise<void> => {
    if (stopping?.aborted) return
    try {
      for (const queue of await findDueQueues(boss, [...workers.keys()])) workers.get(queue)?.wake()
    } catch (error) {
      logger.error({ err: error }, 'cannot read the job queue')
    }
  }
  const startPoll = (): Promise<void> => (polling ??= poll().finally(() => (polling = undefined)))
  const timer = clock.repeat(startPoll, POLL_MS[database.kind])
  void startPoll()
  return {
    stop: async () => {
      timer.cancel()
      await polling
    },
  }
}

/**
 * One statement for all: most queues are empty most of the time, and asking each of them is what a server without work
 * would spend its time on.
 */
async function findDueQueues(boss: PgBoss, queues: readonly string[]): Promise<string[]> {
  const { rows } = await boss.getDb().executeSql(
    `select queue.name from unnest($1::text[]) as queue(name)
      where exists (select from ${JOBS_SCHEMA}.job j where ${isDue('j', 'queue.name')})`,
    [queues],
  )
  return (rows as { name: string }[]).map(({ name }) => name)
}
