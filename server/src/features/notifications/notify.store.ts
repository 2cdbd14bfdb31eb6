import { lte } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { insertAll } from '../../platform/sql/write-all.ts'
import { notificationCauses, notificationMails, notifications } from './notifications.tables.ts'

type NewNotification = typeof notifications.$inferInsert
type NewWaitingMail = typeof notificationMails.$inferInsert

type Cause = { readonly key: string; readonly intervalMs: number }

/**
 * Claims a cause for users: returns those not notified of it within its interval, and marks them as notified now. If
 * two callers ask at once, only one is given the user.
 */
export async function claimCause(
  tx: Executor,
  userIds: readonly number[],
  { key, intervalMs }: Cause,
  now: Date,
): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set()
  const claimed = await tx
    .insert(notificationCauses)
    .values(userIds.map((userId) => ({ userId, cause: key, toldAt: now })))
    .onConflictDoUpdate({
      target: [notificationCauses.userId, notificationCauses.cause],
      set: { toldAt: now },
      setWhere: lte(notificationCauses.toldAt, new Date(now.getTime() - intervalMs)),
    })
    .returning({ userId: notificationCauses.userId })
  return new Set(claimed.map(({ userId }) => userId))
}

export async function insertNotifications(tx: Executor, rows: readonly NewNotification[]): Promise<void> {
  await insertAll(tx, notifications, rows)
}

export async function insertWaitingMails(tx: Executor, rows: readonly NewWaitingMail[]): Promise<void> {
  await insertAll(tx, notificationMails, rows)
}
