import { index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../../platform/sql/columns.ts'
import { snapshots } from '../archive/index.ts'

const ofSnapshot = () =>
  uuid()
    .notNull()
    .references(() => snapshots.id, { onDelete: 'cascade' })

/** Audit records of a controller between two captures, kept because the controller forgets them. */
export const snapshotBlames = pgTable(
  'snapshot_blames',
  {
    /** The earlier one. */
    snapshotA: ofSnapshot(),
    snapshotB: ofSnapshot(),
    readAt: instant().notNull(),
    recordCount: integer().notNull(),
    /** JSON. */
    body: bytea().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.snapshotA, table.snapshotB] }),
    index('snapshot_blames_later_idx').on(table.snapshotB),
  ],
)
