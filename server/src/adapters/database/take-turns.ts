import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import { ensureLockRow, lockRow } from './lock-rows.ts'
import type { RunTransaction } from './transactions.ts'

export type InTurn = (name: string, work: () => Promise<void>) => Promise<void>

type Turned = { readonly pool: Pool; readonly kind: 'embedded' | 'postgres'; readonly transaction: RunTransaction }

/** The lock ends with its transaction, on a connection of its own, while the work runs on others. */
export function createTurns(database: Turned): InTurn {
  return async (name, work) => {
    // One process with one connection needs no turns, and could not hold a lock beside its work.
    if (database.kind === 'embedded') return work()
    await ensureLockRow(database, name)
    const client = await database.pool.connect()
    try {
      // Another process may be busy for as long as it takes to change large tables.
      await client.query('begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
      await lockRow(drizzle({ client }), name)
      await work()
      await client.query('commit')
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  }
}
