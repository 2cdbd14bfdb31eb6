import { getTableColumns, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
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
  const { rowCount } = await db.execute(sql`${insertSelected(entry)} where ${areStored(settings)}`)
  return rowCount === 1
}

/** Part of another statement: inserts an entry for each of its rows. */
export const insertEntryFor = (entry: NewEntry, rows: SQLWrapper): SQL => sql`${insertSelected(entry)} from ${rows}`

/** Whether these settings are still what is stored. */
export const areStored = (settings: unknown): SQL =>
  sql`${STORED_SETTINGS} is not distinct from ${settings === null ? null : JSON.stringify(settings)}::jsonb`

const { id: _, ...COLUMNS } = getTableColumns(auditEntries)
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]

const LISTED = sql.join(
  NAMES.map((name) => sql.identifier(toSnakeCase(name))),
  sql`, `,
)

function insertSelected(entry: NewEntry): SQL {
  const values = NAMES.map((name) => sql`${sql.param(entry[name] ?? null, COLUMNS[name])}`)
  return sql`insert into ${auditEntries} (${LISTED}) select ${sql.join(values, sql`, `)}`
}

export async function insertLoginAttempt(db: Executor, attempt: typeof loginAttempts.$inferInsert): Promise<void> {
  await db.insert(loginAttempts).values(attempt)
}
