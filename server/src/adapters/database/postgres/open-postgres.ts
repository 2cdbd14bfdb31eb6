import type { Logger } from 'pino'
import { GuardedPool } from '../guarded-pool.ts'
import type { OpenPool } from '../open-pool.ts'
import type { TransactionScope } from '../transaction-scope.ts'
import { awaitPostgres } from './await-postgres.ts'

type Options = {
  readonly url: string
  readonly poolSize: number
  readonly connectTimeoutMs: number
  readonly startTimeoutMs: number
  readonly scope: TransactionScope
  readonly logger: Logger
}

/** Connects to PostgreSQL, waiting for it if it is not up yet. */
export async function openPostgres({ url, poolSize, connectTimeoutMs, startTimeoutMs, scope, logger }: Options): Promise<OpenPool> {
  const pool = new GuardedPool(
    {
      connectionString: url,
      application_name: 'heddle',
      max: poolSize,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      // The same as on the embedded database, whatever the server's default.
      // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool awaits it, which its types do not say
      onConnect: (client) => client.query(`set time zone 'UTC'`),
    },
    scope,
  )
  // The pool has already dropped the connection and opens another when it needs one.
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle database connection was lost'))
  try {
    await awaitPostgres(pool, { name: nameOf(url), waitMs: startTimeoutMs, logger })
  } catch (error) {
    await pool.end()
    throw error
  }
  return { pool, close: () => Promise.resolve() }
}

/** Host and database without user, password and parameters, which may hold secrets. */
function nameOf(url: string): string {
  if (!URL.canParse(url)) return '(not shown)'
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
