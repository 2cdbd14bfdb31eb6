import { setTimeout as delay } from 'node:timers/promises'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'
import { type Logger, pino } from 'pino'
import { openEmbedded } from './embedded/open-embedded.ts'
import type { OpenPool } from './open-pool.ts'
import { openPostgres } from './postgres/open-postgres.ts'
import type { DatabaseProduct } from './product.ts'
import { createTurns, type InTurn } from './take-turns.ts'
import { createTransactionScope, type TransactionScope } from './transaction-scope.ts'
import { CASING, createStatements, createTransactions, type RunStatement, type RunTransaction } from './transactions.ts'

export type { Transaction } from './transactions.ts'

/** What stores accept: the database itself or an open transaction. */
export type Executor = PgDatabase<NodePgQueryResultHKT>

export type Database = {
  readonly kind: 'embedded' | 'postgres'
  readonly product: DatabaseProduct
  readonly db: NodePgDatabase
  /** For libraries that bring their own SQL. */
  readonly pool: Pool
  /**
   * Runs the work in one transaction; if it throws, the transaction rolls back. Inside, pass `tx` to every call: using
   * `db` or `pool` throws.
   */
  readonly transaction: RunTransaction
  /** For a single statement that needs no transaction around it, repeated as transactions are. */
  readonly statement: RunStatement
  /**
   * Runs the task once the current transaction has committed, never when it rolls back; immediately when there is none.
   */
  readonly afterCommit: (task: () => void) => void
  /** Runs the work while no other process runs work of that name. */
  readonly inTurn: InTurn
  /** Rejects when the database does not answer. */
  readonly ping: () => Promise<void>
  /** Embedded only: a copy of the database in another data folder, taken between two queries. */
  readonly copyTo?: (dataDir: string) => Promise<void>
  readonly close: () => Promise<void>
}

export type DatabaseOptions = {
  /** The URL of PostgreSQL; without it the embedded database in `dataDir` is used. */
  readonly url?: string | undefined
  readonly dataDir: string
  readonly logger?: Logger
  readonly poolSize?: number
  /** How long a caller waits for a connection. */
  readonly connectTimeoutMs?: number
  /** How long startup waits for PostgreSQL. */
  readonly startTimeoutMs?: number
  /** How long `close` waits for connections in use. */
  readonly drainTimeoutMs?: number
  /** Called when the embedded database has failed for good; by default that ends the process. */
  readonly onLost?: (error: Error) => void
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const scope = createTransactionScope()
  const kind = options.url === undefined ? 'embedded' : 'postgres'
  const { drainTimeoutMs = 5_000 } = options
  const { pool, product, allowLong, close, copyTo } = await openPool(options, scope)
  const transaction = createTransactions({ pool, allowLong, scope })
  const db = drizzle({ client: pool, casing: CASING })
  return {
    kind,
    product,
    db,
    pool,
    transaction,
    statement: createStatements(db),
    inTurn: createTurns({ kind, pool, transaction }),
    afterCommit: scope.afterCommit,
    ping: async () => {
      await pool.query('select 1')
    },
    ...(copyTo && { copyTo }),
    close: async () => {
      await Promise.race([pool.end(), delay(drainTimeoutMs, undefined, { ref: false })])
      await close()
    },
  }
}

/** For work that opens its own transactions and may take long. */
export const withLongStatements = ({ transaction }: Pick<Database, 'transaction'>): Pick<Database, 'transaction'> => ({
  transaction: (work, options) => transaction(work, { ...options, hasLongStatements: true }),
})

function openPool(options: DatabaseOptions, scope: TransactionScope): Promise<OpenPool> {
  const {
    url,
    dataDir,
    logger = pino({ level: 'silent' }),
    poolSize = 20,
    connectTimeoutMs = 15_000,
    startTimeoutMs = 30_000,
  } = options
  const { onLost = endProcess } = options
  return url === undefined
    ? openEmbedded({ dataDir, connectTimeoutMs, scope, logger, onLost })
    : openPostgres({ url, poolSize, connectTimeoutMs, startTimeoutMs, scope, logger })
}

/** Throws an uncaught error: the process exits with a non-zero status and its supervisor restarts it. */
function endProcess(error: Error): void {
  setImmediate(() => {
    throw error
  })
}
