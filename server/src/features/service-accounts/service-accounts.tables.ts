import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/sql/columns.ts'
import { groups, users } from '../users/index.ts'

/**
 * What is known of an account of a program besides its row in `users`. It is in exactly one group, which this names and
 * a membership of the source `service` repeats, so that whatever asks for the groups of a user finds it.
 */
export const serviceAccounts = pgTable(
  'service_accounts',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    groupId: integer()
      .notNull()
      .references(() => groups.id, { onDelete: 'restrict' }),
    description: text().notNull().default(''),
    createdBy: text().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [index('service_accounts_group_idx').on(table.groupId)],
)
