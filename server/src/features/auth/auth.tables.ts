import { bigint, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/columns.ts'
import { users } from '../users/index.ts'

const userId = () =>
  integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** A login. A token counts only while its session row is here and not revoked. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: userId(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
    revokedAt: instant(),
    ipAddress: text(),
    userAgent: text(),
  },
  (table) => [index('sessions_user_idx').on(table.userId), index('sessions_expires_idx').on(table.expiresAt)],
)

/** Failed logins by lower-case name, existing or not, as far as they still count towards the lockout. */
export const loginFailures = pgTable('login_failures', {
  username: text().primaryKey(),
  failedAt: timestamp({ withTimezone: true, precision: 3, mode: 'date' }).array().notNull(),
  expiresAt: instant().notNull(),
})

/** The authenticator secret of a user, and beside it a new one that is not verified yet. */
export const mfaFactors = pgTable('mfa_factors', {
  userId: userId().primaryKey(),
  secretSealed: text(),
  /** Number of the newest time step whose code was accepted: none of it or before counts again. */
  lastStep: bigint({ mode: 'number' }).notNull().default(0),
  pendingSecretSealed: text(),
  pendingExpiresAt: instant(),
})

/** Argon2id hashes; a code is deleted when it is used. */
export const mfaBackupCodes = pgTable(
  'mfa_backup_codes',
  { id: uuid().primaryKey(), userId: userId(), codeHash: text().notNull() },
  (table) => [index('mfa_backup_codes_user_idx').on(table.userId)],
)

/** Somebody gave the right password and owes the second factor. */
export const mfaChallenges = pgTable(
  'mfa_challenges',
  { tokenHash: text().primaryKey(), userId: userId(), expiresAt: instant().notNull(), tries: integer().notNull().default(0) },
  (table) => [index('mfa_challenges_user_idx').on(table.userId), index('mfa_challenges_expires_idx').on(table.expiresAt)],
)

/** The newest reset link of a user; an earlier one is overwritten. */
export const passwordResetTokens = pgTable('password_reset_tokens', {
  userId: userId().primaryKey(),
  tokenHash: text().notNull(),
  /** Of the address it was mailed to: one that was given up since proves nothing. */
  emailRevision: integer().notNull(),
  expiresAt: instant().notNull(),
})

/** The one live code an administrator made for a user. Looked up by its keyed hash: the one who types it names nobody. */
export const passwordResetCodes = pgTable('password_reset_codes', {
  userId: userId().primaryKey(),
  codeHash: text().notNull().unique(),
  expiresAt: instant().notNull(),
  wrongTries: integer().notNull().default(0),
})

/** Links that prove an address; a resend keeps earlier ones alive. */
export const emailVerifications = pgTable(
  'email_verifications',
  { tokenHash: text().notNull(), userId: userId(), emailRevision: integer().notNull(), expiresAt: instant().notNull() },
  (table) => [primaryKey({ columns: [table.tokenHash] }), index('email_verifications_user_idx').on(table.userId)],
)
