import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { type TransactionScope, UsedOutsideTransaction } from './transaction-scope.ts'

/** No connection became free in time. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'

  constructor(waitMs: number, cause: Error) {
    super(`no database connection within ${waitMs} ms: a statement is slow, or a transaction is waiting for something else`, { cause })
  }
}

type Callback = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void

const TIMEOUT_MESSAGES = ['timeout exceeded when trying to connect', 'Connection terminated due to connection timeout']

/** The `pg` pool behind every query and transaction, with errors that say what is wrong. */
export class GuardedPool extends Pool {
  readonly #scope: TransactionScope
  readonly #waitMs: number

  constructor(config: PoolConfig & { readonly connectionTimeoutMillis: number }, scope: TransactionScope) {
    super(config)
    // While a connection is checked out the pool does not listen, and an unhandled error would end the process; its
    // holder gets the error from the next query.
    this.on('connect', (client) => client.on('error', () => undefined))
    this.#scope = scope
    this.#waitMs = config.connectionTimeoutMillis
  }

  override connect(): Promise<PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<PoolClient> | void {
    const connecting = this.#connect()
    if (!callback) return connecting
    connecting.then(
      (client) => callback(undefined, client, (release) => client.release(release as Error | boolean | undefined)),
      (error: unknown) => callback(error as Error, undefined, () => undefined),
    )
  }

  async #connect(): Promise<PoolClient> {
    if (this.#scope.isInside()) throw new UsedOutsideTransaction()
    try {
      return await super.connect()
    } catch (error) {
      if (error instanceof Error && TIMEOUT_MESSAGES.includes(error.message)) throw new DatabaseBusy(this.#waitMs, error)
      throw error
    }
  }
}
