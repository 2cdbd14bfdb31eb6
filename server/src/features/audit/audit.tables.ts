import type { AuditAction } from '@heddle/domain/audit/actions.ts'
import type { AuditCategory } from '@heddle/domain/audit/categories.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../../platform/sql/columns.ts'

/** Who did what. Names are text and user ids are not foreign keys: an entry outlives what it refers to. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    category: text().$type<AuditCategory>().notNull(),
    action: text().$type<AuditAction>().notNull(),
    username: text().notNull(),
    userId: integer(),
    ipAddress: text(),
    userAgent: text(),
    description: text().notNull(),
    targetType: text(),
    targetId: text(),
    metadata: jsonb().$type<Record<string, unknown>>().notNull(),
    /** JSON text, zstd-compressed when it is long. */
    content: bytea(),
    contentCompressed: boolean().notNull(),
    /** Size of the text before compression. */
    contentSizeBytes: integer().notNull(),
    createdAt: instant().notNull(),
  },
  // Each ends in the list's sort columns, so that a page is read from the end of an index, however many entries there
  // are.
  (table) => [
    index('audit_entries_created_idx').on(table.createdAt, table.id),
    index('audit_entries_category_idx').on(table.category, table.createdAt, table.id),
    index('audit_entries_action_idx').on(table.action, table.createdAt, table.id),
    index('audit_entries_user_idx').on(table.userId, table.createdAt, table.id),
    index('audit_entries_username_idx').on(table.username, table.createdAt, table.id),
    index('audit_entries_ip_idx').on(table.ipAddress, table.createdAt, table.id),
    index('audit_entries_description_idx').using('gin', sql`${table.description} gin_trgm_ops`),
  ],
)

/** Every login attempt, including those of unknown usernames. */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    username: text().notNull(),
    success: boolean().notNull(),
    failureReason: text().notNull(),
    ipAddress: text(),
    userAgent: text(),
    attemptedAt: instant().notNull(),
  },
  (table) => [
    index('login_attempts_attempted_idx').on(table.attemptedAt, table.id),
    index('login_attempts_username_idx').on(table.username, table.attemptedAt, table.id),
    index('login_attempts_ip_idx').on(table.ipAddress, table.attemptedAt, table.id),
    index('login_attempts_success_idx').on(table.success, table.attemptedAt, table.id),
  ],
)
