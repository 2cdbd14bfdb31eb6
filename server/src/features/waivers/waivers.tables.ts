import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/sql/columns.ts'
import { savedQueries } from '../queries/index.ts'
import { users } from '../users/index.ts'

/** What somebody took on until a day: findings of a check that do not count. */
export const waivers = pgTable(
  'waivers',
  {
    id: uuid().primaryKey(),
    savedQueryId: uuid()
      .notNull()
      .references(() => savedQueries.id, { onDelete: 'cascade' }),
    resource: text().notNull(),
    /** Null: any. Not a foreign key, as for the query itself. */
    controllerConnectionId: uuid(),
    until: instant().notNull(),
    reason: text().notNull(),
    createdBy: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant().notNull(),
    /** When the notice of its end was sent. */
    expiredAt: instant(),
  },
  (table) => [
    index('waivers_query_idx').on(table.savedQueryId, table.until),
    index('waivers_until_idx').on(table.until, table.id),
    index('waivers_created_idx').on(table.createdAt, table.id),
    index('waivers_creator_idx').on(table.createdBy),
  ],
)

export type WaiverRow = typeof waivers.$inferSelect
