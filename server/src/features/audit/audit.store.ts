import { getTableColumns, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { Executor } from '../../adapters/database/database.ts'
import { insertAll } from '../../platform/sql/write-all.ts'
import { STORED_SETTINGS } from './audit-settings.store.ts'
import { auditEntries, loginAttempts } from './audit.tables.ts'

type NewEntry = typeof auditEntries.$inferInsert

export async function insertAuditEntries(db: Executor, entries: readonly NewEntry[]): Promise<void> {
  await insertAll(db, auditEntries, entries)
}

/** Inserts an entry if these settings are still what is stored. */
export async function insertEntryUnder(db: Executor, settings: unknown, entry: NewEntry): Promise<boolean> {
  const { id: _, ...columns } = getTableColumns(auditEntries)
  const names = Object.keys(columns) as (keyof typeof columns)[]
  const values = names.map((name) => sql`${sql.param(entry[name] ?? null, columns[name])}`)
  const { rowCount } = await db.execute(sql`
    insert into ${auditEntries} (${sql.join(
      names.map((name) => sql.identifier(toSnakeCase(name))),
      sql`, `,
    )})
    select ${sql.join(values, sql`, `)}
    where ${STORED_SETTINGS} is not distinct from ${settings === null ? null : JSON.stringify(settings)}::jsonb`)
  return rowCount === 1
}

export async function insertLoginAttempt(db: Executor, attempt: typeof loginAttempts.$inferInsert): Promise<void> {
  await db.insert(loginAttempts).values(attempt)
}
