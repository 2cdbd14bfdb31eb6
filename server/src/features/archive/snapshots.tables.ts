import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { RetentionPolicy, SnapshotChanges } from '@heddle/contract/history.ts'
import { instant } from '../../platform/sql/columns.ts'
import { savedQueries } from '../queries/index.ts'
import { users } from '../users/index.ts'

/** All snapshots of one saved query on one connection share their chunks, which the lock of this row protects. */
export const snapshotLineages = pgTable(
  'snapshot_lineages',
  {
    id: uuid().primaryKey(),
    /** Null once the query was deleted: the sweep then removes what the lineage stores, and the lineage. */
    savedQueryId: uuid().references(() => savedQueries.id, { onDelete: 'set null' }),
    /** No foreign key: snapshots outlive the connection. */
    controllerConnectionId: uuid().notNull(),
    /** Set when unneeded chunks may be left, because a capture was open or ended without a snapshot. */
    needsSweep: boolean().notNull().default(false),
    /** Changes with every request for a sweep, so that a sweep in progress ends only those it knew. */
    sweepMark: uuid(),
  },
  (table) => [
    unique('snapshot_lineages_once').on(table.savedQueryId, table.controllerConnectionId),
    index('snapshot_lineages_sweep_idx')
      .on(table.id)
      .where(sql`${table.needsSweep} or ${table.savedQueryId} is null`),
  ],
)

const ofLineage = () =>
  uuid()
    .notNull()
    .references(() => snapshotLineages.id, { onDelete: 'cascade' })

/** Ordered within a lineage by `captured_at`, then `id`. */
export const snapshots = pgTable(
  'snapshots',
  {
    id: uuid().primaryKey(),
    lineageId: ofLineage(),
    savedQueryId: uuid()
      .notNull()
      .references(() => savedQueries.id, { onDelete: 'cascade' }),
    /** Like that of its execution: for a merged run the id that stands for its connections together. */
    controllerConnectionId: uuid().notNull(),
    /** The connections of a merged run; null for any other. */
    controllerConnectionIds: uuid().array(),
    capturedAt: instant().notNull(),
    capturedById: integer().references(() => users.id, { onDelete: 'set null' }),
    /** The username, which outlives the user. */
    capturedBy: text().notNull(),
    /** No foreign key: a snapshot outlives the log of its run. */
    executionId: uuid(),
    savedQueryVersion: integer().notNull(),
    /** The class of rows that do not name their own. */
    className: text(),
    rowCount: integer().notNull(),
    columns: jsonb().$type<readonly string[]>().notNull(),
    /** Every row has a DN, and they ascend in byte order; duplicates are allowed. */
    isDnSorted: boolean().notNull(),
    /** Every row has a DN, and no two are the same, or in a merged run no two on the same controller. */
    hasUniqueDns: boolean().notNull(),
    versionHash: text().notNull(),
    sizeBytes: bigint({ mode: 'number' }).notNull(),
    storedBytes: bigint({ mode: 'number' }).notNull(),
    retentionPolicy: text().$type<RetentionPolicy>().notNull(),
    expiresAt: instant(),
    annotation: text(),
    pinned: boolean().notNull().default(false),
    /** Compared with the previous snapshot of the lineage; null for the first. */
    changes: jsonb().$type<SnapshotChanges>(),
    /** The chunk that lists the row chunks, in order. */
    manifestId: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    index('snapshots_query_idx').on(table.savedQueryId, table.capturedAt, table.id),
    index('snapshots_lineage_idx').on(table.lineageId, table.capturedAt, table.id),
    index('snapshots_user_idx').on(table.capturedById, table.capturedAt, table.id),
    index('snapshots_captured_idx').on(table.capturedAt, table.id),
    index('snapshots_expiry_idx')
      .on(table.expiresAt)
      .where(sql`${table.expiresAt} is not null`),
    index('snapshots_execution_idx')
      .on(table.executionId)
      .where(sql`${table.executionId} is not null`),
  ],
)

/** A capture in progress, and what it protects from removal. One that is no longer renewed was abandoned. */
export const snapshotCaptures = pgTable(
  'snapshot_captures',
  {
    id: uuid().primaryKey(),
    lineageId: ofLineage(),
    startedAt: instant().notNull(),
    renewedAt: instant().notNull(),
    /** Read by the version before `lineage_chunks` only, which removes no chunk with a higher id meanwhile. */
    lastChunkId: bigint({ mode: 'number' }).notNull(),
    /** Manifests of snapshots whose chunks it reuses or compares with. */
    heldManifestIds: bigint({ mode: 'number' }).array().notNull(),
    /** Chunks of others, in none of these manifests, that it found by content. */
    heldChunkIds: bigint({ mode: 'number' }).array().notNull(),
  },
  (table) => [
    index('snapshot_captures_lineage_idx').on(table.lineageId),
    index('snapshot_captures_renewed_idx').on(table.renewedAt),
  ],
)

export type SnapshotRow = typeof snapshots.$inferSelect
export type NewSnapshot = typeof snapshots.$inferInsert
