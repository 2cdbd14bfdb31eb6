import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/sql/columns.ts'
import { users } from '../users/index.ts'

export const automationConnections = pgTable(
  'automation_connections',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    baseUrl: text().notNull(),
    username: text().notNull(),
    authMethod: text().$type<'token' | 'password'>().notNull(),
    /** Sealed, see `adapters/secrets`; null: none configured. */
    tokenSealed: text(),
    /** Null: the server is asked. */
    apiPrefix: text(),
    verifySsl: boolean().notNull(),
    caCertificate: text(),
    jobUrlPattern: text(),
    isDefault: boolean().notNull(),
    lastTestedAt: instant(),
    lastTestStatus: text().$type<'success' | 'failure'>(),
    lastTestMessage: text(),
    createdBy: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('automation_connections_one_default')
      .on(table.isDefault)
      .where(sql`${table.isDefault}`),
  ],
)
