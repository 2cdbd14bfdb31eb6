import { eq } from 'drizzle-orm'
import type { NotificationPreferences } from '@heddle/contract/notifications.ts'
import { DEFAULT_NOTIFICATION_PREFERENCES as DEFAULTS } from '@heddle/domain/notification/preferences.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { notificationPreferences as table } from './notifications.tables.ts'
import { readPreferences } from './recipients.store.ts'

export async function findPreferences(db: Executor, userId: number): Promise<NotificationPreferences> {
  const [row] = await db.select().from(table).where(eq(table.userId, userId))
  return row ? readPreferences(row) : DEFAULTS
}

/** Creates the row of a user who has none, and locks it. */
export async function lockPreferences(tx: Executor, userId: number): Promise<NotificationPreferences> {
  await tx
    .insert(table)
    .values({ userId, ...columnsOf(DEFAULTS) })
    .onConflictDoNothing()
  const [row] = await tx.select().from(table).where(eq(table.userId, userId)).for('update')
  return readPreferences(row!)
}

export async function updatePreferences(
  tx: Executor,
  userId: number,
  preferences: NotificationPreferences,
): Promise<void> {
  await tx.update(table).set(columnsOf(preferences)).where(eq(table.userId, userId))
}

const columnsOf = (preferences: NotificationPreferences) => ({
  inAppEnabled: preferences.in_app_enabled,
  emailEnabled: preferences.email_enabled,
  categories: preferences.categories,
  quietHoursStart: preferences.quiet_hours_start,
  quietHoursEnd: preferences.quiet_hours_end,
  digestEnabled: preferences.digest_enabled,
})
