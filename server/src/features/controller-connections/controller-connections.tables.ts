import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/sql/columns.ts'
import { users } from '../users/index.ts'

export const controllerConnections = pgTable(
  'controller_connections',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    host: text().notNull(),
    /** Further addresses of the cluster, in the order in which they are used. */
    hosts: text().array().notNull().default([]),
    username: text().notNull(),
    /** Sealed, see `adapters/secrets`; null: a file created the connection, and nobody has set one. */
    passwordSealed: text(),
    verifySsl: boolean().notNull().default(true),
    /** In PEM; null: the usual authorities. */
    caCertificate: text(),
    isDefault: boolean().notNull().default(false),
    maxParallelRequests: integer().notNull().default(4),
    /** Null: no limit. */
    maxRequestsPerMinute: integer(),
    lastTestedAt: instant(),
    lastTestStatus: text().$type<'success' | 'failure'>(),
    lastTestMessage: text(),
    createdBy: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('controller_connections_one_default')
      .on(table.isDefault)
      .where(sql`${table.isDefault}`),
  ],
)
