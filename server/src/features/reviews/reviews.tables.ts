import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../../platform/sql/columns.ts'
import { snapshots } from '../archive/index.ts'
import { users } from '../users/index.ts'

const side = () =>
  uuid()
    .notNull()
    .references(() => snapshots.id, { onDelete: 'cascade' })

/** Rows of a comparison that somebody has looked at. The direction of the comparison does not matter. */
export const changeReviews = pgTable(
  'change_reviews',
  {
    /** The smaller id of the two. */
    firstId: side(),
    secondId: side(),
    /** SHA-256 of the key, which may be too long for an index. */
    keyHash: bytea().notNull(),
    key: text().notNull(),
    /** The fields that were seen to differ. */
    fields: text().array().notNull(),
    reviewedBy: integer().references(() => users.id, { onDelete: 'set null' }),
    reviewedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.firstId, table.secondId, table.keyHash] }),
    index('change_reviews_second_idx').on(table.secondId),
    index('change_reviews_user_idx').on(table.reviewedBy),
  ],
)
