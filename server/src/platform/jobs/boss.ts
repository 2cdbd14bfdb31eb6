import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { type Clock as BossClock, type Db, fromDrizzle, PgBoss } from 'pg-boss'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock, Timer } from '../../kernel/clock.ts'
import { HOUR, MINUTE, SECOND } from '../../kernel/durations.ts'

/** The queue's own schema, which it migrates itself. */
export const JOBS_SCHEMA = 'heddle_jobs'
/** A worker without a heartbeat for this long is presumed dead. */
export const HEARTBEAT_TIMEOUT_MS = 30 * SECOND

export type BossOptions = {
  readonly database: Pick<Database, 'pool' | 'product'>
  readonly logger: Logger
  /** False in a process that only enqueues. */
  readonly works: boolean
  /** What the library's own timers run on: real time, unless a test moves it. */
  readonly libraryClock?: Clock
}

/**
 * For YugabyteDB, the library takes no advisory locks and does not partition its table. On PostgreSQL that would change
 * the table of queues that exist, see docs/adr/0032-which-databases.md.
 */
const BACKENDS = { PGlite: 'pglite', PostgreSQL: 'postgres', YugabyteDB: 'yugabytedb' } as const

const seconds = (ms: number): number => ms / SECOND
/** How often dead processes and old jobs are looked for. Beside an embedded database there is no other process. */
const SUPERVISE_MS = { PGlite: MINUTE, PostgreSQL: 15 * SECOND, YugabyteDB: 15 * SECOND } as const

/** The queue on the database's own pool. Only a working process handles dead workers, old jobs and schedules. */
export function createBoss({ database, logger, works, libraryClock }: BossOptions): PgBoss {
  const superviseSeconds = seconds(SUPERVISE_MS[database.product])
  const boss = new PgBoss({
    db: poolExecutor(database.pool),
    backend: BACKENDS[database.product],
    schema: JOBS_SCHEMA,
    ...(libraryClock && { clock: asLibraryClock(libraryClock) }),
    schedule: works,
    supervise: works,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: seconds(10 * MINUTE),
    cronMonitorIntervalSeconds: seconds(30 * SECOND),
    cronWorkerIntervalSeconds: seconds(5 * SECOND),
    // Dependencies between jobs are not used.
    flowIntervalSeconds: seconds(HOUR),
  })
  boss.on('error', (error) => logger.error({ err: asError(error) }, 'the job queue reports an error'))
  boss.on('warning', (warning) => logger.warn({ warning }, 'the job queue reports a warning'))
  return boss
}

/** Some that the library reports are copies of an error without its prototype. */
const asError = (error: { readonly message: string }): Error =>
  error instanceof Error ? error : Object.assign(new Error(error.message), error)

function asLibraryClock(clock: Clock): BossClock {
  const cancel = (timer: unknown): void => (timer as Timer | undefined)?.cancel()
  return {
    now: () => clock.now().getTime(),
    setTimeout: (task, ms) => clock.setTimer(task, ms),
    clearTimeout: cancel,
    setInterval: (task, ms) => clock.repeat(task, ms),
    clearInterval: cancel,
  }
}

const callersTransaction = new AsyncLocalStorage<Db>()

/**
 * Runs calls of the library in the caller's transaction, including everything they read on the way. The library's own
 * `db` option does not cover the settings of a queue, which it reads when they are not cached.
 */
export function inTransaction<T>(tx: Executor | undefined, work: () => Promise<T>): Promise<T> {
  return tx ? callersTransaction.run(fromDrizzle(tx, sql), work) : work()
}

function poolExecutor(pool: Pool): Db {
  const onPool: Db = {
    executeSql: (text, values) => (values?.length ? pool.query(text, values) : runScript(pool, text)),
  }
  return { executeSql: (text, values) => (callersTransaction.getStore() ?? onPool).executeSql(text, values) }
}

/**
 * Several statements in one text may include a whole transaction. If it fails half-way, the connection is still inside
 * it and cannot be reused.
 */
async function runScript(pool: Pool, text: string): Promise<{ rows: unknown[] }> {
  const client = await pool.connect()
  try {
    const results = [await client.query(text)].flat()
    client.release()
    return { rows: results.flatMap((result): unknown[] => result.rows) }
  } catch (error) {
    client.release(true)
    throw error
  }
}
