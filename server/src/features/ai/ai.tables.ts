import { sql } from 'drizzle-orm'
import { boolean, check, date, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import type { Complexity, PromptStyle, ProviderId } from '@heddle/contract/ai.ts'
import { instant } from '../../platform/sql/columns.ts'
import { users } from '../users/index.ts'

/** A user's own provider, instead of the platform default. */
export const aiProviderConfigs = pgTable('ai_provider_configs', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  provider: text().$type<ProviderId>().notNull(),
  /** Empty: the provider's default. */
  model: text().notNull(),
  baseUrl: text(),
  deploymentName: text(),
  /** Sealed, see `adapters/secrets`; null: none. */
  apiKeySealed: text(),
  updatedAt: instant().notNull(),
})

/** At most one row. */
export const aiSettings = pgTable(
  'ai_settings',
  {
    id: smallint().primaryKey().default(1),
    isEnabled: boolean().notNull(),
    provider: text().$type<ProviderId>(),
    model: text(),
    baseUrl: text(),
    deploymentName: text(),
    apiKeySealed: text(),
    promptStyle: text().$type<PromptStyle>().notNull(),
    verbosity: text().$type<PromptStyle>().notNull(),
    defaultComplexity: text().$type<Complexity>().notNull(),
    sharesResults: boolean().notNull(),
    auditsPrompts: boolean().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [check('ai_settings_one_row', sql`${table.id} = 1`)],
)

/** How often a user used AI on a day (UTC). */
export const aiUsageDays = pgTable(
  'ai_usage_days',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    uses: integer().notNull(),
    /** Of all questions, those of uses that do not count included: the provider charges for them too. */
    inputTokens: integer().notNull().default(0),
    outputTokens: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
)
