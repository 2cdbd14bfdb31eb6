import { and, count, desc, eq, getTableColumns, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { NotificationCategory, NotificationSeverity } from '@heddle/contract/notifications.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import { readCounted } from '../../platform/sql/counted-page.ts'
import { notificationCauses, notifications as table } from './notifications.tables.ts'

export type NotificationRow = typeof table.$inferSelect
export type NotificationFilter = {
  readonly unread?: boolean | undefined
  readonly category?: NotificationCategory | undefined
  readonly severity?: NotificationSeverity | undefined
}

/** Deleted notifications are visible to no one. */
const ofUser = (userId: number): SQL | undefined => and(eq(table.userId, userId), isNull(table.deletedAt))
const isUnread = isNull(table.readAt)

export async function listNotifications(
  db: Executor,
  userId: number,
  { unread, category, severity }: NotificationFilter,
  page: PageRequest,
): Promise<PageOf<NotificationRow>> {
  const where = and(
    ofUser(userId),
    unread === undefined ? undefined : unread ? isUnread : isNotNull(table.readAt),
    category === undefined ? undefined : eq(table.category, category),
    severity === undefined ? undefined : eq(table.severity, severity),
  )
  return readCounted<NotificationRow>(db, { table, where }, page, (total) =>
    db
      .select({ ...getTableColumns(table), total })
      .from(table)
      .where(where)
      .orderBy(desc(table.createdAt), desc(table.id))
      .limit(page.size)
      .offset(page.offset),
  )
}

export async function lockNotification(tx: Executor, userId: number, id: string): Promise<NotificationRow | undefined> {
  const [row] = await tx
    .select()
    .from(table)
    .where(and(ofUser(userId), eq(table.id, id)))
    .for('update')
  return row
}

export async function markRead(tx: Executor, id: string, now: Date): Promise<void> {
  await tx.update(table).set({ readAt: now }).where(eq(table.id, id))
}

export async function markDeleted(tx: Executor, id: string, now: Date): Promise<void> {
  await tx.update(table).set({ deletedAt: now }).where(eq(table.id, id))
}

/** Returns how many there were, and the ids of the newest, at most `limit`. */
export async function markAllRead(
  tx: Executor,
  userId: number,
  now: Date,
  limit: number,
): Promise<{ count: number; newest: string[] }> {
  const marked = tx.$with('marked').as(
    tx
      .update(table)
      .set({ readAt: now })
      .where(and(ofUser(userId), isUnread))
      .returning({ id: table.id, createdAt: table.createdAt }),
  )
  const newest = sql<
    string[]
  >`coalesce((array_agg(${marked.id} order by ${marked.createdAt} desc))[1:${sql.raw(String(limit))}], '{}')`
  const [row] = await tx.with(marked).select({ count: count(), newest }).from(marked)
  return row!
}

/** Unread notifications per user; 0 for users without any. */
export async function countUnread(db: Executor, userIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const counted = await db
    .select({ userId: table.userId, count: count() })
    .from(table)
    .where(and(sql`${table.userId} = any(${sql.param([...userIds])}::int[])`, isUnread, isNull(table.deletedAt)))
    .groupBy(table.userId)
  return new Map([
    ...userIds.map((id) => [id, 0] as const),
    ...counted.map(({ userId, count }) => [userId, count] as const),
  ])
}

/** Purges notifications that users deleted before an instant, at most `limit`; returns how many. */
export async function purgeDeleted(db: Executor, before: Date, limit: number): Promise<number> {
  const oldest = db
    .select({ id: table.id })
    .from(table)
    .where(lt(table.deletedAt, before))
    .orderBy(table.deletedAt)
    .limit(limit)
  const purged = await db.delete(table).where(inArray(table.id, oldest)).returning({ id: table.id })
  return purged.length
}

/** The same for causes not used since that instant. */
export async function purgeCauses(db: Executor, before: Date, limit: number): Promise<number> {
  const { toldAt, userId, cause } = notificationCauses
  const oldest = db
    .select({ userId, cause })
    .from(notificationCauses)
    .where(lt(toldAt, before))
    .orderBy(toldAt)
    .limit(limit)
  const purged = await db
    .delete(notificationCauses)
    .where(and(sql`(${userId}, ${cause}) in ${oldest}`, lt(toldAt, before)))
    .returning({ userId })
  return purged.length
}
