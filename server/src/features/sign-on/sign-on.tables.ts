import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/sql/columns.ts'
import { sessions } from '../auth/index.ts'
import { users } from '../users/index.ts'

/** Who an account is at a provider. Issuer and subject are never given to anyone else. */
export const signOnIdentities = pgTable(
  'sign_on_identities',
  {
    id: uuid().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Its name in the settings. */
    provider: text().notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    /** As the provider last said, for its user to recognize. */
    email: text().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  (table) => [
    uniqueIndex('sign_on_identities_subject_key').on(table.issuer, table.subject),
    index('sign_on_identities_user_idx').on(table.userId),
  ],
)

/** Which sessions a provider opened, so that it can end them. */
export const signOnSessions = pgTable(
  'sign_on_sessions',
  {
    sessionId: uuid()
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    identityId: uuid()
      .notNull()
      .references(() => signOnIdentities.id, { onDelete: 'cascade' }),
    /** The session at the provider, if it named one. */
    providerSession: text(),
  },
  (table) => [index('sign_on_sessions_identity_idx').on(table.identityId)],
)

/** Hashes of what counts once: states of sign-ins, and ids of logout tokens. */
export const signOnSpent = pgTable(
  'sign_on_spent',
  { hash: text().primaryKey(), expiresAt: instant().notNull() },
  (table) => [index('sign_on_spent_expires_idx').on(table.expiresAt)],
)
