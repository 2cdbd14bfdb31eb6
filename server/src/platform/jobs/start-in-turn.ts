import type { Database } from '../../adapters/database/database.ts'

// Any number that no other user of the database uses.
const LOCK_KEY = 4_771_337_054

/**
 * Lets processes that start together create tables in turn: the queue's own "create if not exists" fails when two run
 * at once. The lock ends with its transaction, and the work runs on other connections; the embedded database, with one
 * process and one connection, does without.
 */
export async function startInTurn(database: Pick<Database, 'pool' | 'kind'>, work: () => Promise<void>): Promise<void> {
  if (database.kind === 'embedded') return work()
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    await work()
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}
