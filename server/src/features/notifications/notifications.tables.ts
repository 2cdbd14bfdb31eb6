import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type {
  NotificationCategory,
  NotificationPreferences,
  NotificationSeverity,
} from '@heddle/contract/notifications.ts'
import { instant } from '../../platform/sql/columns.ts'
import { users } from '../users/index.ts'

const notice = {
  userId: integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  category: text().$type<NotificationCategory>().notNull(),
  severity: text().$type<NotificationSeverity>().notNull(),
  title: text().notNull(),
  body: text().notNull(),
  /** Relative path. */
  link: text(),
  createdAt: instant().notNull(),
}

export const notifications = pgTable(
  'notifications',
  { id: uuid().primaryKey(), ...notice, readAt: instant(), deletedAt: instant() },
  (table) => [
    index('notifications_user_idx')
      .on(table.userId, table.createdAt, table.id)
      .where(sql`${table.deletedAt} is null`),
    index('notifications_unread_idx')
      .on(table.userId)
      .where(sql`${table.readAt} is null and ${table.deletedAt} is null`),
    index('notifications_deleted_idx')
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} is not null`),
  ],
)

/** When a user was last notified of a cause: the same cause notifies again only after its interval. */
export const notificationCauses = pgTable(
  'notification_causes',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    cause: text().notNull(),
    toldAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.cause] }),
    index('notification_causes_told_idx').on(table.toldAt),
  ],
)

/** The row is created by the first change. */
export const notificationPreferences = pgTable('notification_preferences', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  inAppEnabled: boolean().notNull(),
  emailEnabled: boolean().notNull(),
  categories: jsonb().$type<NotificationPreferences['categories']>().notNull(),
  /** `HH:MM` in the user's time zone; both or none. */
  quietHoursStart: text(),
  quietHoursEnd: text(),
  digestEnabled: boolean().notNull(),
})

/** Notices waiting to be mailed: for the end of quiet hours or for the digest. */
export const notificationMails = pgTable(
  'notification_mails',
  {
    id: uuid().primaryKey(),
    ...notice,
    dueAt: instant().notNull(),
    /** The user's time zone when `dueAt` was computed; a change of zone recomputes it. */
    timezone: text().notNull(),
  },
  (table) => [
    index('notification_mails_due_idx').on(table.dueAt),
    index('notification_mails_user_idx').on(table.userId),
  ],
)
