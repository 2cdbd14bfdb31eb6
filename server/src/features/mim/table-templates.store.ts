import { and, asc, eq, getTableColumns, or, type SQL } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import { readCounted } from '../../platform/sql/counted-page.ts'
import { tableTemplates as table } from './mim.tables.ts'

export type TableTemplateRow = typeof table.$inferSelect
type TemplateChanges = Partial<
  Pick<TableTemplateRow, 'name' | 'className' | 'columns' | 'isShared' | 'ownerId' | 'updatedAt'>
>
export type TableTemplateFilter = { readonly className?: string | undefined; readonly isShared?: boolean | undefined }

/** Shared templates, and the user's own. */
const visibleTo = (userId: number): SQL => or(table.isShared, eq(table.ownerId, userId))!

export async function listTableTemplates(
  db: Executor,
  userId: number,
  filter: TableTemplateFilter,
  page: PageRequest,
): Promise<PageOf<TableTemplateRow>> {
  const where = and(
    visibleTo(userId),
    filter.className === undefined ? undefined : eq(table.className, filter.className),
    filter.isShared === undefined ? undefined : eq(table.isShared, filter.isShared),
  )
  return readCounted<TableTemplateRow>(db, { table, where }, page, (total) =>
    db
      .select({ ...getTableColumns(table), total })
      .from(table)
      .where(where)
      .orderBy(asc(table.name), asc(table.id))
      .limit(page.size)
      .offset(page.offset),
  )
}

export async function findTableTemplate(
  db: Executor,
  userId: number,
  id: number,
): Promise<TableTemplateRow | undefined> {
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(table.id, id), visibleTo(userId)))
  return row
}

/** Locks the row until the transaction ends. */
export async function lockTableTemplate(
  tx: Executor,
  userId: number,
  id: number,
): Promise<TableTemplateRow | undefined> {
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.id, id), visibleTo(userId)))
    .for('update')
  return row
}

export async function insertTableTemplate(
  tx: Executor,
  template: typeof table.$inferInsert,
): Promise<TableTemplateRow> {
  const [row] = await tx.insert(table).values(template).returning()
  return row!
}

export async function updateTableTemplate(
  tx: Executor,
  id: number,
  changes: TemplateChanges,
): Promise<TableTemplateRow> {
  const [row] = await tx.update(table).set(changes).where(eq(table.id, id)).returning()
  return row!
}

export async function deleteTableTemplate(tx: Executor, id: number): Promise<void> {
  await tx.delete(table).where(eq(table.id, id))
}
