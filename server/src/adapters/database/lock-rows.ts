import { sql } from 'drizzle-orm'
import { sqlState } from './sql-state.ts'
import type { RunTransaction, Transaction } from './transactions.ts'

/**
 * Another process created the table first: "unique violation" of the catalogue, "duplicate table", or "duplicate
 * object", which is the type of its rows.
 */
const ALREADY_CREATED = new Set(['23505', '42P07', '42710'])
const TRIES = 5

/**
 * Creates the row that `lockRow` locks. Rows, because not every PostgreSQL-compatible database has advisory locks. The
 * table cannot come from a migration, since migrations themselves take turns.
 */
export async function ensureLockRow(database: { readonly transaction: RunTransaction }, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await database.transaction(async (tx) => {
        await tx.execute(sql`create table if not exists instance_locks (name text primary key)`)
        await tx.execute(sql`insert into instance_locks (name) values (${name}) on conflict do nothing`)
      })
      return
    } catch (error) {
      if (attempt === TRIES || !ALREADY_CREATED.has(sqlState(error) ?? '')) throw error
    }
  }
}

/** Waits for the lock. It ends with the transaction, or with the connection of a process that was killed. */
export async function lockRow(tx: Pick<Transaction, 'execute'>, name: string): Promise<void> {
  await tx.execute(sql`select name from instance_locks where name = ${name} for update`)
}

/** False when somebody else has the lock. */
export async function tryLockRow(tx: Pick<Transaction, 'execute'>, name: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select name from instance_locks where name = ${name} for update skip locked`)
  return rows.length > 0
}
