import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { TablePreference } from '@heddle/contract/mim-tables.ts'
import type { GraphCounts } from '@heddle/domain/mim/graph/class-graph.ts'
import { bytea, instant } from '../../platform/sql/columns.ts'
import { users } from '../users/index.ts'

/** A class model, complete or still being imported. Readers use the graph of the active version. */
export const mimGraphs = pgTable('mim_graphs', {
  id: uuid().primaryKey(),
  /** Layout of the compiled parts, their size before compression, and their counts; null while they are incomplete. */
  partsFormat: integer(),
  partsBytes: integer(),
  counts: jsonb().$type<GraphCounts>(),
  /** Of its classes; null while the parts are incomplete. */
  classNames: text().array(),
  /** What comparisons need: outlines of its classes, JSON lines, zstd. */
  outline: bytea(),
  createdAt: instant().notNull(),
})

const ofGraph = () =>
  uuid()
    .notNull()
    .references(() => mimGraphs.id, { onDelete: 'cascade' })

/** Class records as imported, a few hundred per row: JSON lines, zstd. The compiled parts are built from them. */
export const mimRecords = pgTable(
  'mim_records',
  { graphId: ofGraph(), number: integer().notNull(), classCount: integer().notNull(), body: bytea().notNull() },
  (table) => [primaryKey({ columns: [table.graphId, table.number] })],
)

/** The compiled graph and its search index, split into pieces. */
export const mimParts = pgTable(
  'mim_parts',
  { graphId: ofGraph(), number: integer().notNull(), body: bytea().notNull() },
  (table) => [primaryKey({ columns: [table.graphId, table.number] })],
)

/** Every version that was ever installed, or read to be compared. The graph of a replaced version is deleted. */
export const mimVersions = pgTable(
  'mim_versions',
  {
    id: serial().primaryKey(),
    graphId: uuid().references(() => mimGraphs.id, { onDelete: 'set null' }),
    controllerVersion: text().notNull(),
    source: text().$type<'remote' | 'controller'>().notNull(),
    classCount: integer().notNull(),
    propertyCount: integer().notNull(),
    relCount: integer().notNull(),
    packageCount: integer().notNull(),
    /** They outlive the graph. Null for versions installed before they were kept. */
    classNames: text().array(),
    importedAt: instant().notNull(),
    importedById: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Outlives the account. */
    importedByUsername: text(),
    isActive: boolean().notNull(),
    /** False for a version that was only read to be compared. */
    isInstalled: boolean().notNull().default(true),
    /** Outlives the graph, for the newest few. */
    outline: bytea(),
  },
  (table) => [
    uniqueIndex('mim_versions_one_active')
      .on(table.isActive)
      .where(sql`${table.isActive}`),
    index('mim_versions_graph_idx').on(table.graphId),
  ],
)

const ofUser = () =>
  integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const mimFavorites = pgTable(
  'mim_favorites',
  { id: serial().primaryKey(), userId: ofUser(), className: text().notNull(), createdAt: instant().notNull() },
  (table) => [uniqueIndex('mim_favorites_once').on(table.userId, table.className)],
)

export const tableTemplates = pgTable(
  'table_templates',
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    className: text().notNull(),
    columns: jsonb().$type<readonly string[]>().notNull(),
    isShared: boolean().notNull(),
    /** Owner of a personal template, which is deleted with the account; null for a shared one, which is kept. */
    ownerId: integer().references(() => users.id, { onDelete: 'cascade' }),
    ownerUsername: text().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    index('table_templates_class_idx').on(table.className),
    index('table_templates_owner_idx').on(table.ownerId),
  ],
)

export const tablePreferences = pgTable(
  'table_preferences',
  {
    id: serial().primaryKey(),
    userId: ofUser(),
    className: text().notNull(),
    columns: jsonb().$type<TablePreference['columns']>().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [uniqueIndex('table_preferences_once').on(table.userId, table.className)],
)
