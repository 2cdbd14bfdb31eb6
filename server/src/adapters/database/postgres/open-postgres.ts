import { Client, type ClientBase, type QueryResult } from 'pg'
import type { Logger } from 'pino'
import { MINUTE, SECOND } from '../../../kernel/durations.ts'
import { GuardedPool } from '../guarded-pool.ts'
import type { OpenPool } from '../open-pool.ts'
import type { TransactionScope } from '../transaction-scope.ts'
import { askActivity } from './ask-activity.ts'
import { awaitPostgres } from './await-postgres.ts'
import { prepareRepeated } from '../prepare-repeated.ts'
import { type SilenceWatch, watchSilence } from './silence-watch.ts'

type Options = {
  readonly url: string
  readonly poolSize: number
  readonly connectTimeoutMs: number
  readonly startTimeoutMs: number
  readonly scope: TransactionScope
  readonly logger: Logger
}

const ASK_LIMIT_MS = 4 * SECOND
const STATEMENT_LIMIT_MS = 30 * SECOND
const LONG_STATEMENT_LIMIT_MS = 30 * MINUTE
const IDLE_TRANSACTION_LIMIT_MS = MINUTE
/** Past its own limit, a statement that the server still works on is answered with an error: that takes a moment. */
const ANSWER_MS = 5 * SECOND
/** An idle connection is not believed for longer: the next statement gets a new one. */
const IDLE_MS = 5 * SECOND
/** So that connections return to a server that was away, behind an address that leads to several. */
const LIFETIME_MS = 30 * MINUTE

/** Connects to PostgreSQL, waiting for it if it is not up yet. */
export async function openPostgres({
  url,
  poolSize,
  connectTimeoutMs,
  startTimeoutMs,
  scope,
  logger,
}: Options): Promise<OpenPool> {
  const watch = watchSilence((pids) => askActivity(url, pids, ASK_LIMIT_MS))
  const pool = new GuardedPool(
    {
      connectionString: url,
      application_name: 'heddle',
      max: poolSize,
      connectionTimeoutMillis: connectTimeoutMs,
      idleTimeoutMillis: IDLE_MS,
      maxLifetimeSeconds: LIFETIME_MS / SECOND,
      keepAlive: true,
      keepAliveInitialDelayMillis: 4 * SECOND,
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it, which its types do not say
      onConnect: (client) => prepare(client, watch),
    },
    scope,
  )
  // The pool has already dropped the connection and opens another when it needs one.
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle database connection was lost'))
  const product = await awaitPostgres(pool, { name: nameOf(url), waitMs: startTimeoutMs, logger }).catch(
    async (error: unknown) => {
      watch.stop()
      await pool.end()
      throw error
    },
  )
  return {
    pool,
    product,
    allowLong: (client) => ({
      settings: LONG_TRANSACTION,
      end: watch.allow(client, LONG_STATEMENT_LIMIT_MS + ANSWER_MS),
    }),
    close: async () => watch.stop(),
  }
}

/**
 * Session settings instead of start parameters, which PgBouncer refuses. The time zone is that of the embedded
 * database, whatever the server's default. The keepalives are the server's: without them it would hold the locks of a
 * process that is out of reach for two hours.
 */
const SESSION = `
  set time zone 'UTC';
  set statement_timeout = ${STATEMENT_LIMIT_MS};
  set idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_LIMIT_MS};
  set tcp_keepalives_idle = 5;
  set tcp_keepalives_interval = 2;
  set tcp_keepalives_count = 5;
  select pg_backend_pid() as pid`

/** These end with the transaction, so they are right behind a pooler too. */
const LONG_TRANSACTION = `
  set local statement_timeout = ${LONG_STATEMENT_LIMIT_MS};
  set local idle_in_transaction_session_timeout = 0`

async function prepare(client: ClientBase, watch: SilenceWatch): Promise<void> {
  if (!(client instanceof Client)) return
  watch.add(client)
  const results = [await client.query(SESSION)].flat() as QueryResult<{ pid: number }>[]
  const pid = results.at(-1)?.rows[0]?.pid
  // A pooler gives each client a number of its own, and its statements to whatever session is free.
  if (pid === undefined || !('processID' in client) || client.processID !== pid) return
  watch.identify(client, pid)
  prepareRepeated(client)
}

/** Host and database without user, password and parameters, which may hold secrets. */
function nameOf(url: string): string {
  if (!URL.canParse(url)) return '(not shown)'
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
