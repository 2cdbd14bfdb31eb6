import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres'
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core'
import type { PoolClient } from 'pg'
import { databaseOutage } from '../../kernel/database-errors.ts'
import type { OpenPool } from './open-pool.ts'
import { sqlState } from './sql-state.ts'
import type { TransactionScope } from './transaction-scope.ts'

/** The handle of an open transaction; its own `transaction` creates a savepoint. */
export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

export type TransactionOptions = PgTransactionConfig & {
  /**
   * Retries the work at most this often after a serialization failure or a deadlock: only for work without effects
   * outside the transaction.
   */
  readonly retries?: number
  /** For work that changes or reads very many rows: on PostgreSQL its statements may take half an hour, not 30 s. */
  readonly hasLongStatements?: boolean
}

export type RunTransaction = <T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions) => Promise<T>

export type RunStatement = <T>(
  work: (db: NodePgDatabase) => Promise<T>,
  options: Required<Pick<TransactionOptions, 'retries'>>,
) => Promise<T>

export const CASING = 'snake_case'
/** One for all transactions: it remembers how the columns of a table are called. */
const DIALECT = new PgDialect({ casing: CASING })

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const RETRY_PAUSE_MS = 20

type Parts = Pick<OpenPool, 'pool' | 'allowLong'> & { readonly scope: TransactionScope }
type Work<T> = (tx: Transaction) => Promise<T>

export function createTransactions(parts: Parts): RunTransaction {
  return (work, { retries = 0, ...config } = {}) => withRetries(() => runOnce(parts, work, config), retries)
}

/** A single statement takes effect as a whole or not at all, and a deadlock may undo it like any transaction. */
export const createStatements =
  (db: NodePgDatabase): RunStatement =>
  (work, { retries }) =>
    withRetries(() => work(db), retries)

/** Repeats what a serialization failure or a deadlock has undone. */
async function withRetries<T>(work: () => Promise<T>, retries: number): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= retries || !isRetryable(error)) throw error
      // Jitter, so that transactions that conflicted do not conflict again.
      await delay(RETRY_PAUSE_MS * (attempt + Math.random()))
    }
  }
}

const isRetryable = (error: unknown): boolean => [SERIALIZATION_FAILURE, DEADLOCK].includes(sqlState(error) ?? '')

async function runOnce<T>(
  { pool, allowLong, scope }: Parts,
  work: Work<T>,
  options: Omit<TransactionOptions, 'retries'>,
): Promise<T> {
  const { hasLongStatements = false, ...config } = options
  const client = await pool.connect()
  const long = hasLongStatements ? allowLong?.(client) : undefined
  const allowed: Work<T> = long ? (tx) => tx.execute(sql.raw(long.settings)).then(() => work(tx)) : work
  const afterCommit: (() => void)[] = []
  const outcome = await inTransaction(client, (tx) => scope.run(afterCommit, () => allowed(tx)), config)
  long?.end()
  // A connection that failed to begin, commit or roll back may still be inside the transaction: the pool replaces it.
  client.release(outcome.connectionError)
  if ('error' in outcome) throw outcome.error
  for (const task of afterCommit) task()
  return outcome.value
}

type Outcome<T> = { readonly connectionError?: Error } & ({ readonly value: T } | { readonly error: unknown })

/**
 * Drizzle's transaction on a client we check out: Drizzle's own pool handling leaks the client when `begin` fails, and
 * the rollback's error hides the work's.
 */
async function inTransaction<T>(
  client: PoolClient,
  work: (tx: Transaction) => Promise<T>,
  config: PgTransactionConfig,
): Promise<Outcome<T>> {
  let failure: { readonly error: unknown } | undefined
  const keepFailure = async (tx: Transaction): Promise<T> => {
    try {
      return await work(tx)
    } catch (error) {
      failure = { error }
      throw error
    }
  }
  try {
    return {
      value: await new NodePgSession<Record<string, never>, Record<string, never>>(
        client,
        DIALECT,
        undefined,
      ).transaction(keepFailure, config),
    }
  } catch (error) {
    const connectionError = error instanceof Error ? error : new Error(String(error))
    // A server that became a standby, for one, answers in order and yet is of no more use.
    if (failure?.error === error) return databaseOutage(error) === undefined ? { error } : { error, connectionError }
    return { error: failure ? failure.error : error, connectionError }
  }
}
