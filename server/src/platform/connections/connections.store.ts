import { eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from '../../adapters/database/database.ts'

/** What the tables of all kinds of connections have in common. */
export type ConnectionTable = PgTable &
  Readonly<Record<'id' | 'isDefault' | 'updatedAt' | 'lastTestedAt' | 'lastTestStatus' | 'lastTestMessage', PgColumn>>

/**
 * Call it before setting the new default: at most one row may be the default at any time. The previous one changes too,
 * so its version must not stay what it was.
 */
export async function clearOtherDefaults(tx: Executor, table: ConnectionTable, id: string, now: Date): Promise<void> {
  await tx.execute(sql`
    update ${table} set is_default = false,
      updated_at = greatest(${sql.param(now, table.updatedAt)}, updated_at + interval '1 millisecond')
    where is_default and id <> ${id}`)
}

export async function setDefault(tx: Executor, table: ConnectionTable, id: string, now: Date): Promise<void> {
  await clearOtherDefaults(tx, table, id, now)
  await tx.execute(sql`
    update ${table} set is_default = true, updated_at = ${sql.param(now, table.updatedAt)} where id = ${id}`)
}

export type TestResult = { readonly status: 'success' | 'failure'; readonly message: string }

/** A test is no change: the version stays. */
export async function storeTestResult(
  tx: Executor,
  table: ConnectionTable,
  id: string,
  { status, message, testedAt }: TestResult & { readonly testedAt: Date },
): Promise<void> {
  await tx.execute(sql`
    update ${table} set last_tested_at = ${sql.param(testedAt, table.lastTestedAt)},
      last_test_status = ${status}, last_test_message = ${message}
    where id = ${id}`)
}

export async function deleteConnection(tx: Executor, table: ConnectionTable, id: string): Promise<void> {
  await tx.delete(table).where(eq(table.id, id))
}
