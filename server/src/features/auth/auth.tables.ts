import { bigint, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/sql/columns.ts'
import { users } from '../users/index.ts'

const userId = () =>
  integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** A login. A token is valid only while its session row exists and is not revoked. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    /** What its user sees; the id itself is in the tokens, and nowhere else. */
    publicId: uuid().notNull().defaultRandom(),
    userId: userId(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
    revokedAt: instant(),
    ipAddress: text(),
    userAgent: text(),
    /** How often its refresh token was replaced, and when that happened last: see `refresh-rotation.ts`. */
    refreshGeneration: integer().notNull().default(0),
    refreshReplacedAt: timestamp({ withTimezone: true, precision: 3, mode: 'date' }).array().notNull().default([]),
  },
  (table) => [index('sessions_user_idx').on(table.userId), index('sessions_expires_idx').on(table.expiresAt)],
)

/** What limits count for as long as it counts: failed sign-ins and wrong codes by address, and mails. */
export const countedEvents = pgTable(
  'counted_events',
  {
    id: uuid().primaryKey(),
    /** What the limit is about, such as an account or a recipient. */
    subject: text().notNull(),
    /** Where it came from; empty when that does not matter. */
    address: text().notNull(),
    at: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index('counted_events_subject_idx').on(table.subject, table.at),
    index('counted_events_expires_idx').on(table.expiresAt),
  ],
)

/** One row for each subject of counted events: who counts an event locks it. */
export const countedSubjects = pgTable(
  'counted_subjects',
  { subject: text().primaryKey(), expiresAt: instant().notNull() },
  (table) => [index('counted_subjects_expires_idx').on(table.expiresAt)],
)

/** Addresses from which a user signed in lately: failures elsewhere do not lock the account for them. */
export const signInAddresses = pgTable(
  'sign_in_addresses',
  { userId: userId(), address: text().notNull(), lastAt: instant().notNull() },
  (table) => [
    primaryKey({ columns: [table.userId, table.address] }),
    index('sign_in_addresses_last_idx').on(table.lastAt),
  ],
)

/** A user's authenticator secret, and a new one that is not verified yet. */
export const mfaFactors = pgTable('mfa_factors', {
  userId: userId().primaryKey(),
  secretSealed: text(),
  /** The newest time step whose code was accepted: its code and earlier ones are no longer accepted. */
  lastStep: bigint({ mode: 'number' }).notNull().default(0),
  pendingSecretSealed: text(),
  pendingExpiresAt: instant(),
})

/** Argon2id hashes; a used code is deleted. */
export const mfaBackupCodes = pgTable(
  'mfa_backup_codes',
  { id: uuid().primaryKey(), userId: userId(), codeHash: text().notNull() },
  (table) => [index('mfa_backup_codes_user_idx').on(table.userId)],
)

/** A login with a correct password that still needs the second factor. */
export const mfaChallenges = pgTable(
  'mfa_challenges',
  {
    tokenHash: text().primaryKey(),
    userId: userId(),
    expiresAt: instant().notNull(),
    tries: integer().notNull().default(0),
  },
  (table) => [
    index('mfa_challenges_user_idx').on(table.userId),
    index('mfa_challenges_expires_idx').on(table.expiresAt),
  ],
)

/** A user's newest reset link; it replaces the earlier one. */
export const passwordResetTokens = pgTable('password_reset_tokens', {
  userId: userId().primaryKey(),
  tokenHash: text().notNull(),
  expiresAt: instant().notNull(),
})

/** A user's one live code from an administrator. Found by its keyed hash alone, as it is entered without a username. */
export const passwordResetCodes = pgTable('password_reset_codes', {
  userId: userId().primaryKey(),
  codeHash: text().notNull().unique(),
  expiresAt: instant().notNull(),
})

/** Links that verify an address; a resend keeps earlier ones valid. */
export const emailVerifications = pgTable(
  'email_verifications',
  { tokenHash: text().notNull(), userId: userId(), emailRevision: integer().notNull(), expiresAt: instant().notNull() },
  (table) => [primaryKey({ columns: [table.tokenHash] }), index('email_verifications_user_idx').on(table.userId)],
)
