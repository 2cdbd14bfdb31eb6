import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Pack } from '@heddle/contract/packs.ts'
import type { SavedQuery } from '@heddle/contract/queries.ts'
import { instant } from '../../platform/sql/columns.ts'
import { queryCategories, savedQueries } from '../queries/index.ts'
import { users } from '../users/index.ts'
import type { CheckContent } from './thread/pack-calls.ts'

export const packs = pgTable(
  'packs',
  {
    name: text().primaryKey(),
    version: text().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    hash: text().notNull(),
    parameters: jsonb().$type<Pack['parameters']>().notNull(),
    groups: jsonb().$type<Pack['groups']>().notNull(),
    needs: jsonb().$type<Pack['needs']>().notNull(),
    /** The folder of its checks. */
    categoryId: integer().references(() => queryCategories.id, { onDelete: 'set null' }),
    installedBy: integer().references(() => users.id, { onDelete: 'set null' }),
    installedAt: instant().notNull(),
  },
  (table) => [index('packs_category_idx').on(table.categoryId), index('packs_installer_idx').on(table.installedBy)],
)

/** A check as its pack says it, and what holds here instead; its saved query has both together. */
export const packChecks = pgTable(
  'pack_checks',
  {
    packName: text().notNull(),
    checkId: text().notNull(),
    savedQueryId: uuid()
      .notNull()
      .references(() => savedQueries.id, { onDelete: 'cascade' }),
    content: jsonb().$type<CheckContent>().notNull(),
    enabled: boolean(),
    severity: text().$type<SavedQuery['severity']>(),
    parameters: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [
    primaryKey({ columns: [table.packName, table.checkId] }),
    foreignKey({ columns: [table.packName], foreignColumns: [packs.name] }).onDelete('cascade'),
    index('pack_checks_query_idx').on(table.savedQueryId),
  ],
)

export type PackRow = typeof packs.$inferSelect
export type PackCheckRow = typeof packChecks.$inferSelect
