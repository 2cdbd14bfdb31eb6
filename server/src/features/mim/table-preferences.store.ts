import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import { readCounted } from '../../platform/sql/counted-page.ts'
import { tablePreferences as table } from './mim.tables.ts'

export type PreferenceRow = typeof table.$inferSelect
type NewPreference = typeof table.$inferInsert

export async function listPreferences(
  db: Executor,
  userId: number,
  className: string | undefined,
  page: PageRequest,
): Promise<PageOf<PreferenceRow>> {
  const where = and(eq(table.userId, userId), className === undefined ? undefined : eq(table.className, className))
  return readCounted<PreferenceRow>(db, { table, where }, page, (total) =>
    db
      .select({ ...getTableColumns(table), total })
      .from(table)
      .where(where)
      .orderBy(asc(table.className), asc(table.id))
      .limit(page.size)
      .offset(page.offset),
  )
}

export async function findPreference(db: Executor, userId: number, id: number): Promise<PreferenceRow | undefined> {
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(table.userId, userId), eq(table.id, id)))
  return row
}

/** Locks the row until the transaction ends. */
export async function lockPreference(tx: Executor, userId: number, id: number): Promise<PreferenceRow | undefined> {
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.userId, userId), eq(table.id, id)))
    .for('update')
  return row
}

/** Inserts or replaces the row of the class. */
export async function putPreference(
  tx: Executor,
  preference: NewPreference,
): Promise<{ row: PreferenceRow; isNew: boolean }> {
  const [row] = await tx
    .insert(table)
    .values(preference)
    .onConflictDoUpdate({
      target: [table.userId, table.className],
      set: {
        columns: preference.columns,
        // Always later than the previous value, so that no two versions share an ETag.
        updatedAt: sql`greatest(excluded.updated_at, ${table.updatedAt} + interval '1 millisecond')`,
      },
    })
    .returning()
  return { row: row!, isNew: row!.createdAt.getTime() === row!.updatedAt.getTime() }
}

export async function updatePreference(
  tx: Executor,
  id: number,
  changes: Partial<Pick<PreferenceRow, 'className' | 'columns' | 'updatedAt'>>,
): Promise<PreferenceRow> {
  const [row] = await tx.update(table).set(changes).where(eq(table.id, id)).returning()
  return row!
}

export async function deletePreference(tx: Executor, id: number): Promise<void> {
  await tx.delete(table).where(eq(table.id, id))
}
