import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { KeyStrategy, RetentionPolicy } from '@heddle/contract/history.ts'
import { users } from '../users/index.ts'

/** One row per user, created with the first change. */
export const snapshotSettings = pgTable('snapshot_settings', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  defaultRetentionPolicy: text().$type<RetentionPolicy>().notNull(),
  autoCaptureEnabled: boolean().notNull(),
  diffKeyStrategy: text().$type<KeyStrategy>().notNull(),
  /** Null: the default fields. */
  diffIgnoreFields: jsonb().$type<readonly string[]>(),
  /** Whether clean-up keeps the first and the last snapshot of a query on a connection. */
  keepFirstAndLast: boolean().notNull(),
})
