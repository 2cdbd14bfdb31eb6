import { pino } from 'pino'
import { startApp } from '../app.ts'
import { type Database, openDatabase } from '../adapters/database/database.ts'
import { readConfig } from '../config/read-config.ts'
import { createSystemClock } from '../kernel/clock.ts'
import { JOBS_SCHEMA } from '../platform/jobs/boss.ts'

/**
 * Lets the server start once on a migrated database and keeps of it only the job queue: its tables, queues and
 * schedules, which take as long to create as the rest of a start. Both parameters say where the database is.
 */
export async function startOnce(
  env: Readonly<Record<string, string>>,
  location: Parameters<typeof openDatabase>[0],
): Promise<void> {
  const opened = async <Result>(work: (database: Database) => Promise<Result>): Promise<Result> => {
    const database = await openDatabase(location)
    return work(database).finally(database.close)
  }
  const [filled, settings] = await opened(async (database) => [
    await filledTables(database),
    await settingsOf(database),
  ])
  const logger = pino({ level: 'silent' })
  const config = readConfig({ HOST: '127.0.0.1', PORT: '0', ...env })
  if (!config.ok) throw new Error(config.problems.join('\n'))
  const app = await startApp({
    config: config.config,
    logger,
    clock: createSystemClock((error) => logger.error(error)),
    webUiFolder: 'no web UI',
    commandLineFolder: 'no command line',
  })
  await app.stop()
  await opened(async (database) => {
    const written = (await filledTables(database)).filter((table) => !filled.includes(table))
    await database.pool.query(`truncate ${written.join(', ')} restart identity cascade`)
    await database.pool.query('delete from instance_settings where key <> all($1)', [settings])
    await database.pool.query(`delete from ${JOBS_SCHEMA}.job`)
    await database.pool.query(
      `update ${JOBS_SCHEMA}.version set cron_on = null, bam_on = null, flow_on = null, reindex_on = null, monitor_backoff_on = null`,
    )
    await database.pool.query(
      `update ${JOBS_SCHEMA}.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null`,
    )
  })
}

async function filledTables({ pool }: Database): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  const counts = rows.map(({ name }) => `select '${name}' as name where exists (select from ${name})`)
  const filled = await pool.query<{ name: string }>(counts.join(' union all '))
  return filled.rows.map(({ name }) => name)
}

/** A migration has left one. */
async function settingsOf({ pool }: Database): Promise<readonly string[]> {
  const { rows } = await pool.query<{ key: string }>('select key from instance_settings')
  return rows.map(({ key }) => key)
}
