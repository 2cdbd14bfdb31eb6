import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'

/** Facts about this installation, such as the canary of the encryption key. */
export const instanceSettings = pgTable('instance_settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
})
