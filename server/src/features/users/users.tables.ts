import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/columns.ts'

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    username: text().notNull(),
    email: text().notNull(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    /** Argon2id; null for accounts without a local password. */
    passwordHash: text(),
    isActive: boolean().notNull().default(true),
    isSuperuser: boolean().notNull().default(false),
    emailVerified: boolean().notNull().default(false),
    mfaEnabled: boolean().notNull().default(false),
    /** Permissions granted to the user directly, beside those of the groups. */
    permissions: text().array().notNull().default([]),
    preferences: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    dateJoined: instant().notNull(),
    lastLogin: instant(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('users_username_key').on(sql`lower(${table.username})`),
    uniqueIndex('users_email_key').on(sql`lower(${table.email})`),
  ],
)

export const groups = pgTable(
  'groups',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    roleTemplate: text().$type<'administrator' | 'operator' | 'editor' | 'viewer'>(),
    permissions: text().array().notNull().default([]),
    isBuiltIn: boolean().notNull().default(false),
  },
  (table) => [uniqueIndex('groups_name_key').on(sql`lower(${table.name})`)],
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
  },
  (table) => [primaryKey({ columns: [table.groupId, table.userId] }), index('group_members_user_idx').on(table.userId)],
)
