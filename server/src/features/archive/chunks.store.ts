import { and, asc, desc, eq, gte, isNotNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { ownBytes } from '../../platform/threads/bytes.ts'
import { snapshotChunks as table } from './snapshots.tables.ts'
import { SnapshotGone } from './archive-types.ts'
import type { EncodedChunk } from './thread/differ.ts'
import type { BaseChunk } from './thread/replaced-chunk.ts'

type NewChunk = typeof table.$inferInsert

// A single array parameter: there may be more ids than a statement can have parameters.
const idIn = (ids: readonly number[]) => sql`${table.id} = any(${sql.param(ids)}::bigint[])`
const hexHash = sql<string>`encode(${table.hash}, 'hex')`

/** The highest id so far. */
export async function lastChunkId(db: Executor): Promise<number> {
  const [row] = await db.select({ id: table.id }).from(table).orderBy(desc(table.id)).limit(1)
  return row?.id ?? 0
}

/** What a capture needs to know about the chunks of the previous snapshot, in the order of the ids. */
export async function readBaseChunks(db: Executor, ids: ArrayLike<number>): Promise<BaseChunk[]> {
  const wanted = Array.from(ids)
  const dictionaryId = sql<number>`coalesce(${table.baseId}, ${table.id})`.mapWith(Number)
  const rows = await db
    .select({ id: table.id, hash: hexHash, minDn: sql<string | null>`encode(${table.minDn}, 'hex')`, dictionaryId })
    .from(table)
    .where(idIn(wanted))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return wanted.map((id) => byId.get(id) ?? gone())
}

export async function hashesOf(db: Executor, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.select({ id: table.id, hash: hexHash }).from(table).where(idIn(ids))
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}

/** Ids of the lineage's chunks by hash, in hex. */
export async function idsByHash(db: Executor, lineageId: string, hashes: readonly string[]): Promise<Map<string, number>> {
  const wanted = hashes.map((hash) => Buffer.from(hash, 'hex'))
  const rows = await db
    .select({ id: table.id, hash: hexHash })
    .from(table)
    .where(and(eq(table.lineageId, lineageId), sql`${table.hash} = any(${sql.param(wanted)}::bytea[])`))
  return new Map(rows.map(({ id, hash }) => [hash, id]))
}

/** Returns their ids by hash. The caller must hold the lock of the lineage. */
export async function insertChunks(tx: Executor, chunks: readonly NewChunk[]): Promise<Map<string, number>> {
  if (chunks.length === 0) return new Map()
  const rows = await tx
    .insert(table)
    .values([...chunks])
    .returning({ id: table.id, hash: table.hash })
  return new Map(rows.map(({ id, hash }) => [hash.toString('hex'), id]))
}

/** The total size of the chunks before compression. */
export async function rawBytesOf(db: Executor, ids: readonly number[]): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${table.rawBytes}), 0)`.mapWith(Number) })
    .from(table)
    .where(idIn(ids))
  return row?.sum ?? 0
}

type Body = { readonly baseId: number | null; readonly body: Uint8Array }

async function readBodies(db: Executor, ids: readonly number[]): Promise<Map<number, Body>> {
  if (ids.length === 0) return new Map()
  const rows = await db.select({ id: table.id, baseId: table.baseId, body: table.body }).from(table).where(idIn(ids))
  return new Map(rows.map(({ id, baseId, body }) => [id, { baseId, body: ownBytes(body) }]))
}

/** Chunks with the bases needed to decode them, in the order of the ids. A shared base is read once. */
export async function readChunks(db: Executor, ids: readonly number[]): Promise<(EncodedChunk & { readonly id: number })[]> {
  const bodies = await readBodies(db, ids)
  const baseIds = new Set([...bodies.values()].flatMap(({ baseId }) => (baseId === null || bodies.has(baseId) ? [] : [baseId])))
  const bases = await readBodies(db, [...baseIds])
  return ids.map((id) => {
    const { baseId, body } = bodies.get(id) ?? gone()
    return { id, body, base: baseId === null ? null : (bodies.get(baseId) ?? bases.get(baseId) ?? gone()).body }
  })
}

/** The chunk's base, or the chunk itself when it has none. */
export async function readDictionaryOf(db: Executor, id: number): Promise<EncodedChunk & { readonly id: number }> {
  const [size] = await chunkSizes(db, [id])
  const [dictionary] = size === undefined ? [] : await readChunks(db, [size.baseId ?? id])
  return dictionary ?? gone()
}

function gone(): never {
  throw new SnapshotGone()
}

export type Bounds = { readonly id: number; readonly minDn: Buffer }

/** Chunks that begin at or before the DN, nearest first; `after` is the last chunk of the previous page. */
export async function chunksUpTo(db: Executor, lineageId: string, dn: Buffer, after: Bounds | undefined, most: number): Promise<Bounds[]> {
  const beyond = after && or(lt(table.minDn, after.minDn), and(eq(table.minDn, after.minDn), lt(table.id, after.id)))
  const rows = await db
    .select({ id: table.id, minDn: table.minDn })
    .from(table)
    .where(and(eq(table.lineageId, lineageId), isNotNull(table.minDn), lte(table.minDn, dn), beyond))
    .orderBy(desc(table.minDn), desc(table.id))
    .limit(most)
  return rows.map(({ id, minDn }) => ({ id, minDn: minDn! }))
}

/** Chunks whose bounds include the DN. */
export async function chunksAround(db: Executor, lineageId: string, dn: Buffer): Promise<number[]> {
  const within = and(eq(table.lineageId, lineageId), isNotNull(table.minDn), lte(table.minDn, dn), gte(table.maxDn, dn))
  return (await db.select({ id: table.id }).from(table).where(within)).map(({ id }) => id)
}

export async function chunkIdsOf(db: Executor, lineageId: string): Promise<number[]> {
  const rows = await db.select({ id: table.id }).from(table).where(eq(table.lineageId, lineageId)).orderBy(asc(table.id))
  return rows.map(({ id }) => id)
}

export type ChunkSize = { readonly id: number; readonly baseId: number | null; readonly bytes: number }

export async function chunkSizes(db: Executor, ids: readonly number[]): Promise<ChunkSize[]> {
  const bytes = sql<number>`octet_length(${table.body})`
  return db.select({ id: table.id, baseId: table.baseId, bytes }).from(table).where(idIn(ids))
}

/** Those that are the base of a chunk not listed in `going`. */
export async function basesInUse(db: Executor, ids: readonly number[], going: readonly number[]): Promise<Set<number>> {
  const others = sql`${table.baseId} = any(${sql.param(ids)}::bigint[]) and not ${idIn(going)}`
  const rows = await db.selectDistinct({ baseId: table.baseId }).from(table).where(others)
  return new Set(rows.map(({ baseId }) => baseId!))
}

export async function deleteChunks(tx: Executor, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.delete(table).where(idIn(ids))
}
