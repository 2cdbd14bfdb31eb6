import { and, asc, desc, eq, gt, gte, isNotNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { allChunks as all, lineageChunks as table } from './chunks.tables.ts'
import { SnapshotGone } from './archive-types.ts'
import type { ChunkPlace } from './chunk-bodies.ts'
import type { BaseChunk } from './thread/replaced-chunk.ts'

// Every statement names the lineage first: it decides on which partition, or node, the chunks are.

type NewChunk = typeof table.$inferInsert

// A single array parameter: there may be more ids than a statement can have parameters.
const anyOf = (ids: ArrayLike<number>) => sql`any(${sql.param(Array.from(ids))}::bigint[])`
const among = (lineageId: string, ids: ArrayLike<number>) =>
  and(eq(all.lineageId, lineageId), sql`${all.id} = ${anyOf(ids)}`)
const hexHash = sql<string>`encode(${all.hash}, 'hex')`

/** What a capture needs to know about the chunks of the previous snapshot, in the order of the ids. */
export async function readBaseChunks(db: Executor, lineageId: string, ids: ArrayLike<number>): Promise<BaseChunk[]> {
  const minDn = sql<string | null>`encode(${all.minDn}, 'hex')`
  const rows = await db
    .select({ id: all.id, hash: hexHash, minDn, baseId: all.baseId, isEarlier: all.isEarlier })
    .from(all)
    .where(among(lineageId, ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return Array.from(ids, (id) => {
    const { hash, minDn, baseId, isEarlier } = byId.get(id) ?? gone()
    return { id, hash, minDn, dictionaryId: isEarlier ? undefined : (baseId ?? id) }
  })
}

export async function hashesOf(db: Executor, lineageId: string, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.select({ id: all.id, hash: hexHash }).from(all).where(among(lineageId, ids))
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}

export type KnownChunk = { readonly id: number; readonly captureId: string | null }

/** The lineage's chunks by hash, in hex. */
export async function chunksByHash(
  db: Executor,
  lineageId: string,
  hashes: readonly string[],
): Promise<Map<string, KnownChunk>> {
  const wanted = hashes.map((hash) => Buffer.from(hash, 'hex'))
  const rows = await db
    .select({ id: all.id, hash: hexHash, captureId: all.captureId })
    .from(all)
    .where(and(eq(all.lineageId, lineageId), sql`${all.hash} = any(${sql.param(wanted)}::bytea[])`))
  return new Map(rows.map(({ hash, ...known }) => [hash, known]))
}

/** Returns their ids by hash. The caller must hold the lock of the lineage. */
export async function insertStoredChunks(tx: Executor, chunks: readonly NewChunk[]): Promise<Map<string, number>> {
  if (chunks.length === 0) return new Map()
  const rows = await tx
    .insert(table)
    .values([...chunks])
    .returning({ id: table.id, hash: table.hash })
  return new Map(rows.map(({ id, hash }) => [hash.toString('hex'), id]))
}

/** The total size of the chunks before compression. */
export async function rawBytesOf(db: Executor, lineageId: string, ids: readonly number[]): Promise<number> {
  const sum = sql<number>`coalesce(sum(${all.rawBytes}), 0)`.mapWith(Number)
  const [row] = await db.select({ sum }).from(all).where(among(lineageId, ids))
  return row?.sum ?? 0
}

export async function findPlaces(db: Executor, lineageId: string, ids: readonly number[]): Promise<ChunkPlace[]> {
  const { id, baseId, body, packId, packOffset, bodyBytes } = all
  return db.select({ id, baseId, body, packId, packOffset, bodyBytes }).from(all).where(among(lineageId, ids))
}

export function gone(): never {
  throw new SnapshotGone()
}

export type Bounds = { readonly id: number; readonly minDn: Buffer }

/** Chunks that begin at or before the DN, nearest first; `after` is the last chunk of the previous page. */
export async function chunksUpTo(
  db: Executor,
  lineageId: string,
  dn: Buffer,
  after: Bounds | undefined,
  most: number,
): Promise<Bounds[]> {
  const beyond = after && or(lt(all.minDn, after.minDn), and(eq(all.minDn, after.minDn), lt(all.id, after.id)))
  const rows = await db
    .select({ id: all.id, minDn: all.minDn })
    .from(all)
    .where(and(eq(all.lineageId, lineageId), isNotNull(all.minDn), lte(all.minDn, dn), beyond))
    .orderBy(desc(all.minDn), desc(all.id))
    .limit(most)
  return rows.map(({ id, minDn }) => ({ id, minDn: minDn! }))
}

/** Chunks whose bounds include the DN. */
export async function chunksAround(db: Executor, lineageId: string, dn: Buffer): Promise<number[]> {
  const within = and(eq(all.lineageId, lineageId), isNotNull(all.minDn), lte(all.minDn, dn), gte(all.maxDn, dn))
  return (await db.select({ id: all.id }).from(all).where(within)).map(({ id }) => id)
}

/** At most so many, by id, without those that are not in `lineage_chunks` yet. */
export async function chunkIdsAfter(db: Executor, lineageId: string, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.lineageId, lineageId), gt(table.id, after)))
    .orderBy(asc(table.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** In no order, which lets the index of any table find one. */
export async function hasChunks(db: Executor, lineageId: string, { onlyEarlier = false } = {}): Promise<boolean> {
  const isIt = and(eq(all.lineageId, lineageId), onlyEarlier ? all.isEarlier : undefined)
  return (await db.select({ id: all.id }).from(all).where(isIt).limit(1)).length > 0
}

export type ChunkSize = {
  readonly id: number
  readonly baseId: number | null
  readonly bytes: number
  readonly captureId: string | null
  readonly isEarlier: boolean
}

export async function chunkSizes(db: Executor, lineageId: string, ids: readonly number[]): Promise<ChunkSize[]> {
  const { id, baseId, bodyBytes: bytes, captureId, isEarlier } = all
  return db.select({ id, baseId, bytes, captureId, isEarlier }).from(all).where(among(lineageId, ids))
}

/** Those that are the base of a chunk not listed in `going`. */
export async function basesInUse(
  db: Executor,
  lineageId: string,
  ids: readonly number[],
  going: readonly number[],
): Promise<Set<number>> {
  const others = and(
    eq(all.lineageId, lineageId),
    sql`${all.baseId} = ${anyOf(ids)} and not ${all.id} = ${anyOf(going)}`,
  )
  const rows = await db.selectDistinct({ baseId: all.baseId }).from(all).where(others)
  return new Set(rows.map(({ baseId }) => baseId!))
}

export type Freed = { readonly packId: string | null; readonly bytes: number }

/** Returns the packs that their bodies were in. */
export async function deleteChunks(tx: Executor, lineageId: string, ids: readonly number[]): Promise<Freed[]> {
  if (ids.length === 0) return []
  return tx
    .delete(table)
    .where(and(eq(table.lineageId, lineageId), sql`${table.id} = ${anyOf(ids)}`))
    .returning({ packId: table.packId, bytes: table.bodyBytes })
}
