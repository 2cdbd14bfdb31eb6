import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/sql/columns.ts'
import { users } from '../users/index.ts'

/** A request that its caller may send again without doing it twice. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    id: uuid().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the path and the key. */
    keyHash: text().notNull(),
    /** SHA-256 of the query string and the body. */
    requestHash: text().notNull(),
    /** When its process last said that it runs; of an answer, when it last did. */
    startedAt: instant().notNull(),
    /** Null while the request runs. */
    status: integer(),
    headers: jsonb().$type<Readonly<Record<string, string>>>(),
    /** Answers may hold what is shown only once. Null while it runs, and for one that is too large to keep. */
    answerSealed: text(),
  },
  (table) => [
    uniqueIndex('idempotency_keys_key').on(table.userId, table.keyHash),
    index('idempotency_keys_started_idx').on(table.startedAt),
  ],
)

export type IdempotencyRow = typeof idempotencyKeys.$inferSelect
