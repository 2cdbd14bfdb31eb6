import type { Permission } from '@heddle/domain/access/permissions.ts'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/sql/columns.ts'
import { users } from '../users/index.ts'

/** What a program signs in with in a user's name. Deleting the row revokes the token. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The first characters of the token; too few to guess the rest. */
    prefix: text().notNull(),
    /** SHA-256 of the whole token. */
    tokenHash: text().notNull(),
    /** Null: all that the owner has. */
    permissions: text().array().$type<Permission[]>(),
    createdAt: instant().notNull(),
    expiresAt: instant(),
    lastUsedAt: instant(),
    lastUsedIp: text(),
  },
  (table) => [
    uniqueIndex('api_tokens_hash_key').on(table.tokenHash),
    index('api_tokens_user_idx').on(table.userId, table.createdAt, table.id),
    index('api_tokens_created_idx').on(table.createdAt, table.id),
  ],
)
