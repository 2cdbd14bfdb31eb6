import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  DEFAULT_RESOURCE,
  DEFAULT_SEVERITY,
  type Expect,
  type Parameter,
  type SavedQuery,
} from '@heddle/contract/queries.ts'
import { instant } from '../../platform/sql/columns.ts'
import { users } from '../users/index.ts'

export const queryCategories = pgTable(
  'query_categories',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    parentId: integer().references((): AnyPgColumn => queryCategories.id),
    createdBy: integer().references(() => users.id, { onDelete: 'set null' }),
    /** It holds the checks of packs and is not for users to change. */
    isOfPacks: boolean().notNull().default(false),
  },
  (table) => [index('query_categories_parent_idx').on(table.parentId)],
)

type JsonList = Record<string, unknown>[]

export const savedQueries = pgTable(
  'saved_queries',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    description: text().notNull().default(''),
    categoryId: integer().references(() => queryCategories.id),
    /** Not a foreign key: a query outlives its connection, and then fails at its next run. Null for checks of packs. */
    controllerConnectionId: uuid(),
    /** The pack that it is a check of. */
    pack: jsonb().$type<NonNullable<SavedQuery['pack']>>(),
    /** As sent, including unknown keys. */
    nodes: jsonb().$type<JsonList>().notNull(),
    edges: jsonb().$type<JsonList>().notNull(),
    postProcessors: jsonb().$type<JsonList>().notNull(),
    /** What the rows of a run should be like. Not part of a version, and neither are the parameters. */
    expect: jsonb().$type<Expect>(),
    parameters: jsonb().$type<Parameter[]>().notNull().default([]),
    /** What it says about rows that are not as expected. */
    when: text(),
    resource: text().notNull().default(DEFAULT_RESOURCE),
    reason: text().notNull().default(''),
    severity: text().$type<SavedQuery['severity']>().notNull().default(DEFAULT_SEVERITY),
    why: text().notNull().default(''),
    remedy: text().notNull().default(''),
    links: jsonb().$type<SavedQuery['links']>().notNull().default([]),
    look: boolean().notNull().default(false),
    currentVersion: integer().notNull(),
    currentVersionHash: text().notNull(),
    /** Of all that a file says, as an import last left it: what differs was changed by hand. */
    fileHash: text(),
    createdBy: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    index('saved_queries_updated_idx').on(table.updatedAt, table.id),
    // One on the natural order of names is in migration `natural_order`.
    index('saved_queries_category_idx').on(table.categoryId),
    index('saved_queries_owner_idx').on(table.createdBy),
    uniqueIndex('saved_queries_pack_idx').on(sql`(${table.pack} ->> 'name')`, sql`(${table.pack} ->> 'check')`),
  ],
)

/** Every version of a query's canvas, so that any can be read, compared and restored. */
export const savedQueryVersions = pgTable(
  'saved_query_versions',
  {
    savedQueryId: uuid().notNull(),
    version: integer().notNull(),
    beforeHash: text(),
    afterHash: text().notNull(),
    nodes: jsonb().$type<JsonList>().notNull(),
    edges: jsonb().$type<JsonList>().notNull(),
    postProcessors: jsonb().$type<JsonList>().notNull(),
    changes: jsonb().$type<string[]>().notNull(),
    changedBy: text().notNull(),
    changedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.savedQueryId, table.version] }),
    foreignKey({ columns: [table.savedQueryId], foreignColumns: [savedQueries.id] }).onDelete('cascade'),
  ],
)

export const savedQueryFavorites = pgTable(
  'saved_query_favorites',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    savedQueryId: uuid()
      .notNull()
      .references(() => savedQueries.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.savedQueryId] }),
    index('saved_query_favorites_query_idx').on(table.savedQueryId),
  ],
)
