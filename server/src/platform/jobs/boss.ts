import { type Db, PgBoss } from 'pg-boss'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../../adapters/database/database.ts'
import { HOUR, MINUTE, SECOND } from '../durations.ts'

/** The queue's own schema, which it migrates itself. */
export const JOBS_SCHEMA = 'heddle_jobs'
/** A worker without a heartbeat for this long is presumed dead. */
export const HEARTBEAT_TIMEOUT_MS = 30 * SECOND

export type BossOptions = {
  readonly database: Pick<Database, 'pool' | 'kind'>
  readonly logger: Logger
  /** False in a process that only enqueues. */
  readonly works: boolean
  /** How often to check for due upkeep jobs; at most 45 seconds. */
  readonly upkeepCheckMs?: number
}

const seconds = (ms: number): number => ms / SECOND

/** The queue on the database's own pool. Only a working process handles dead workers, old jobs and schedules. */
export function createBoss({ database, logger, works, upkeepCheckMs = 30 * SECOND }: BossOptions): PgBoss {
  const boss = new PgBoss({
    db: poolExecutor(database.pool),
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    schema: JOBS_SCHEMA,
    schedule: works,
    supervise: works,
    superviseIntervalSeconds: seconds(15 * SECOND),
    monitorIntervalSeconds: seconds(15 * SECOND),
    maintenanceIntervalSeconds: seconds(10 * MINUTE),
    cronMonitorIntervalSeconds: seconds(upkeepCheckMs),
    cronWorkerIntervalSeconds: seconds(Math.min(upkeepCheckMs, 2 * SECOND)),
    // Dependencies between jobs are not used.
    flowIntervalSeconds: seconds(HOUR),
  })
  boss.on('error', (error) => logger.error({ err: error }, 'the job queue reports an error'))
  boss.on('warning', (warning) => logger.warn({ warning }, 'the job queue reports a warning'))
  return boss
}

function poolExecutor(pool: Pool): Db {
  return { executeSql: (text, values) => (values?.length ? pool.query(text, values) : runScript(pool, text)) }
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
