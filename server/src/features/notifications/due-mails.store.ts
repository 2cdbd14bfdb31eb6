import { and, asc, eq, gt, lte, ne, or, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { users } from '../users/index.ts'
import { notificationMails as table } from './notifications.tables.ts'
import { zoneOfUser } from './recipients.store.ts'

export type WaitingMail = typeof table.$inferSelect

/** Users after this id with mails that are due, or were planned in a different time zone than the user's. */
export async function usersToMail(db: Executor, now: Date, afterId: number, limit: number): Promise<number[]> {
  const found = await db
    .selectDistinct({ userId: table.userId })
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
    .where(and(gt(table.userId, afterId), or(lte(table.dueAt, now), ne(table.timezone, zoneOfUser))))
    .orderBy(asc(table.userId))
    .limit(limit)
  return found.map(({ userId }) => userId)
}

/** Locks and returns the user's waiting mails, in the order of their notices. */
export async function lockWaitingMails(tx: Executor, userId: number): Promise<WaitingMail[]> {
  return inOrder(tx, userId).for('update')
}

/** The same, skipping mails that another process has locked. */
export async function lockFreeWaitingMails(tx: Executor, userId: number): Promise<WaitingMail[]> {
  return inOrder(tx, userId).for('update', { skipLocked: true })
}

const inOrder = (tx: Executor, userId: number) =>
  tx.select().from(table).where(eq(table.userId, userId)).orderBy(asc(table.createdAt), asc(table.id))

export async function deleteWaitingMails(tx: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(table).where(isOneOf(ids))
}

export async function postponeWaitingMails(
  tx: Executor,
  ids: readonly string[],
  dueAt: Date,
  timezone: string,
): Promise<void> {
  await tx.update(table).set({ dueAt, timezone }).where(isOneOf(ids))
}

const isOneOf = (ids: readonly string[]) => sql`${table.id} = any(${sql.param([...ids])}::uuid[])`
