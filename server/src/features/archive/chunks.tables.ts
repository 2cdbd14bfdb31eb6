import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  pgSequence,
  pgTable,
  pgView,
  primaryKey,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea, instant } from '../../platform/sql/columns.ts'

/** Ids from here on were given by `lineage_chunks`; those of the table before it are below. */
export const FIRST_CHUNK_ID = 2 ** 40

/** Its numbers say which chunk, not which is newer: a distributed database may hand them out in any order. */
export const chunkIds = pgSequence('lineage_chunks_id_seq', { startWith: FIRST_CHUNK_ID })

const content = () => ({
  lineageId: uuid().notNull(),
  /** SHA-256 of the content before compression. */
  hash: bytea().notNull(),
  /** The chunk whose content is the dictionary for this one; a base has no base. */
  baseId: bigint({ mode: 'number' }),
  rowCount: integer().notNull(),
  rawBytes: integer().notNull(),
  /** Bounds of its DNs in UTF-8; null if no row has a DN. Long bounds are cut to fit an index entry. */
  minDn: bytea(),
  maxDn: bytea(),
})

const place = () => ({
  /** The capture that stored it: while that is open, nobody else removes the chunk. */
  captureId: uuid(),
  /** zstd; null if it is in a pack. */
  body: bytea(),
  packId: uuid(),
  packOffset: integer(),
  bodyBytes: integer().notNull(),
})

/**
 * Consecutive rows, or a manifest, addressed by content: stored once for all snapshots of the lineage. Partitioned by a
 * hash of the lineage, so every statement names it. No foreign key: the sweep removes chunks in batches, a cascade
 * would remove all of a lineage in one statement.
 */
export const lineageChunks = pgTable(
  'lineage_chunks',
  {
    id: bigint({ mode: 'number' })
      .notNull()
      .default(sql`nextval('lineage_chunks_id_seq')`),
    ...content(),
    ...place(),
  },
  (table) => [
    primaryKey({ columns: [table.lineageId, table.id] }),
    unique('lineage_chunks_once').on(table.lineageId, table.hash),
    index('lineage_chunks_dn_idx')
      .on(table.lineageId, table.minDn, table.id)
      .where(sql`${table.minDn} is not null`),
    index('lineage_chunks_base_idx')
      .on(table.lineageId, table.baseId)
      .where(sql`${table.baseId} is not null`),
    index('lineage_chunks_pack_idx')
      .on(table.lineageId, table.packId)
      .where(sql`${table.packId} is not null`),
  ],
)

/**
 * Where chunks were stored before. Read through `all_chunks`, emptied by `moving/`, which also drops it: only
 * those files may name it.
 */
export const earlierChunks = pgTable(
  'snapshot_chunks',
  { id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(), ...content(), body: bytea().notNull() },
  (table) => [
    unique('snapshot_chunks_once').on(table.lineageId, table.hash),
    index('snapshot_chunks_dn_idx')
      .on(table.lineageId, table.minDn)
      .where(sql`${table.minDn} is not null`),
    index('snapshot_chunks_base_idx')
      .on(table.baseId)
      .where(sql`${table.baseId} is not null`),
  ],
)

/** Both tables, for as long as there are two. */
export const allChunks = pgView('all_chunks', {
  id: bigint({ mode: 'number' }).notNull(),
  ...content(),
  ...place(),
  /** In the table before `lineage_chunks`: it can be read, but is no base of a new chunk, and is not removed. */
  isEarlier: boolean().notNull(),
}).existing()

/** A file in object storage with the bodies of many chunks. */
export const snapshotPacks = pgTable(
  'snapshot_packs',
  {
    id: uuid().primaryKey(),
    lineageId: uuid().notNull(),
    /** The capture that stores it, or none if it was rewritten. */
    captureId: uuid(),
    createdAt: instant().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Of the chunks that are in it; zero until they are stored, and when all were removed. */
    liveBytes: bigint({ mode: 'number' }).notNull().default(0),
    /** Its chunks are stored: until then it may be the rest of a capture that failed. */
    isStored: boolean().notNull().default(false),
    /** It holds no chunk now. The file stays a while for those who are reading it. */
    droppedAt: instant(),
  },
  (table) => [
    index('snapshot_packs_dropped_idx')
      .on(table.droppedAt)
      .where(sql`${table.droppedAt} is not null`),
    index('snapshot_packs_open_idx')
      .on(table.createdAt)
      .where(sql`not ${table.isStored}`),
    index('snapshot_packs_sparse_idx')
      .on(table.lineageId)
      .where(sql`${table.isStored} and ${table.droppedAt} is null and ${table.liveBytes} * 2 < ${table.bytes}`),
  ],
)
