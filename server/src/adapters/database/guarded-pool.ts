import { setTimeout as delay } from 'node:timers/promises'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { DatabaseBusy, markDatabaseError } from '../../kernel/database-errors.ts'
import { sqlState } from './sql-state.ts'
import { type TransactionScope, UsedOutsideTransaction } from './transaction-scope.ts'

type Callback = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void

const TOO_MANY_CONNECTIONS = '53300'
const LOOK_AGAIN_MS = 100
const TIMEOUT_MESSAGES = ['timeout exceeded when trying to connect', 'Connection terminated due to connection timeout']

/** The `pg` pool behind every query and transaction, with errors that say what is wrong. */
export class GuardedPool extends Pool {
  readonly #scope: TransactionScope
  readonly #waitMs: number

  constructor(config: PoolConfig & { readonly connectionTimeoutMillis: number }, scope: TransactionScope) {
    super(config)
    // While a connection is checked out the pool does not listen, and an unhandled error would end the process; its
    // holder gets the error from the next query.
    this.on('connect', (client) => client.on('error', (error) => void markDatabaseError(error)))
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
    const askedAt = performance.now()
    for (;;) {
      try {
        const client = await super.connect()
        this.emit('waited', performance.now() - askedAt)
        return client
      } catch (error) {
        if (error instanceof Error && TIMEOUT_MESSAGES.includes(error.message))
          throw new DatabaseBusy(this.#waitMs, error)
        markDatabaseError(error)
        // Others have all that the server gives: one of this pool may be free first.
        if (sqlState(error) !== TOO_MANY_CONNECTIONS || performance.now() - askedAt > this.#waitMs) throw error
        await delay(LOOK_AGAIN_MS * (0.5 + Math.random()))
      }
    }
  }
}
