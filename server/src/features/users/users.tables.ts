import type { Permission } from '@heddle/domain/access/permissions.ts'
import type { Quota } from '@heddle/domain/access/quota.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/sql/columns.ts'

/** `created` by a provisioning client, or `linked` when that changed one that was here. */
export type ScimOrigin = 'created' | 'linked'

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    username: text().notNull(),
    /** Empty for directory users without one. */
    email: text().notNull(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    /** Argon2id; null for accounts without a local password. */
    passwordHash: text(),
    /**
     * Where the password is kept: here, in the directory, or with a sign-on provider, which never shows it to us. A
     * service account, which is a program's, has none.
     */
    authSource: text().$type<'local' | 'directory' | 'provider' | 'service'>().notNull().default('local'),
    /** Whether a provisioning client created the account, or has changed one that was here; null: neither. */
    scimOrigin: text().$type<ScimOrigin>(),
    /** What that client calls the account. */
    externalId: text(),
    isActive: boolean().notNull().default(true),
    isSuperuser: boolean().notNull().default(false),
    emailVerified: boolean().notNull().default(false),
    /**
     * Where mail goes until a changed `email` is verified: the last verified address, or the first one if none ever
     * was. Null while that is `email` itself.
     */
    formerEmail: text(),
    /** Whether `formerEmail` was ever verified. */
    formerEmailVerified: boolean().notNull().default(false),
    mfaEnabled: boolean().notNull().default(false),
    /** Incremented when the address changes, which voids links to earlier addresses, even if an address is restored. */
    emailRevision: integer().notNull().default(0),
    /** Idle limit of the user's sessions; 0 means none. */
    sessionTimeoutMinutes: integer().notNull().default(0),
    /** Permissions granted to the user directly, in addition to those of groups. */
    permissions: text().array().$type<Permission[]>().notNull().default([]),
    preferences: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    dateJoined: instant().notNull(),
    lastLogin: instant(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('users_username_key').on(sql`lower(${table.username})`),
    uniqueIndex('users_email_key')
      .on(sql`lower(${table.email})`)
      .where(sql`${table.email} <> ''`),
    uniqueIndex('users_external_id_key').on(table.externalId),
    uniqueIndex('users_former_email_key').on(sql`lower(${table.formerEmail})`),
    index('users_date_joined_idx').on(table.dateJoined),
  ],
)

/** Links to former, verified addresses that take a change back. Nobody else gets such an address meanwhile. */
export const addressTakeBacks = pgTable(
  'address_take_backs',
  {
    tokenHash: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index('address_take_backs_user_idx').on(table.userId),
    index('address_take_backs_email_idx').on(sql`lower(${table.email})`),
    index('address_take_backs_expires_idx').on(table.expiresAt),
  ],
)

export const groups = pgTable(
  'groups',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    roleTemplate: text().$type<'administrator' | 'operator' | 'editor' | 'viewer'>(),
    permissions: text().array().$type<Permission[]>().notNull().default([]),
    /** Null in groups from before there were quotas; filled in at startup. */
    quota: jsonb().$type<Quota>(),
    isBuiltIn: boolean().notNull().default(false),
    /** As those of users. */
    scimOrigin: text().$type<ScimOrigin>(),
    externalId: text(),
  },
  (table) => [
    uniqueIndex('groups_name_key').on(sql`lower(${table.name})`),
    uniqueIndex('groups_external_id_key').on(table.externalId),
  ],
)

export const groupMembers = pgTable(
  'group_members',
  {
    groupId: integer()
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /**
     * Who added the user. What a directory or provider added, it may also remove. `scim_default` is the default group
     * of an account that SCIM created and has put into no group so far, `service` the group that owns the account.
     */
    source: text()
      .$type<'local' | 'directory' | 'provider' | 'scim' | 'scim_default' | 'service'>()
      .notNull()
      .default('local'),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.userId] }), index('group_members_user_idx').on(table.userId)],
)
