import { and, asc, eq, inArray, isNull, lt, lte, not, notExists, or, sql } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { lineageChunks as chunks, snapshotPacks as table } from '../chunks.tables.ts'
import type { Freed } from '../chunks.store.ts'
import type { PlacedBody } from '../chunk-bodies.ts'
import { snapshotCaptures } from '../snapshots.tables.ts'

export type ChunkPackRow = typeof table.$inferSelect

/** Before the file is written, so that it is known even if nothing else of its capture ever is. */
export async function insertPack(db: Executor, pack: typeof table.$inferInsert): Promise<void> {
  await db.insert(table).values(pack)
}

function sumByPack(bodies: readonly Freed[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { packId, bytes } of bodies) if (packId !== null) sums.set(packId, (sums.get(packId) ?? 0) + bytes)
  return sums
}

/** In the transaction that stores the chunks. */
export async function addToPacks(tx: Executor, bodies: readonly PlacedBody[]): Promise<void> {
  for (const [id, bytes] of sumByPack(bodies.map(({ packId, bodyBytes }) => ({ packId, bytes: bodyBytes })))) {
    const liveBytes = sql`${table.liveBytes} + ${bytes}`
    await tx.update(table).set({ isStored: true, liveBytes }).where(eq(table.id, id))
  }
}

/** In the transaction that removes the chunks. */
export async function takeFromPacks(tx: Executor, freed: readonly Freed[], now: Date): Promise<void> {
  for (const [id, bytes] of [...sumByPack(freed)].sort()) {
    const liveBytes = sql`${table.liveBytes} - ${bytes}`
    const droppedAt = sql`case when ${liveBytes} <= 0 then ${now.toISOString()}::timestamptz end`
    await tx.update(table).set({ liveBytes, droppedAt }).where(eq(table.id, id))
  }
}

type Ages = { readonly droppedBefore: Date; readonly openBefore: Date }

/** Files that nobody reads: all of their chunks were removed, or the capture that wrote them has ended without them. */
export async function findDeadPacks(
  db: Executor,
  { droppedBefore, openBefore }: Ages,
  limit: number,
): Promise<ChunkPackRow[]> {
  const capture = db
    .select({ one: sql`1` })
    .from(snapshotCaptures)
    .where(eq(snapshotCaptures.id, table.captureId))
  const isLeft = and(not(table.isStored), lt(table.createdAt, openBefore), notExists(capture))
  return db
    .select()
    .from(table)
    .where(or(lte(table.droppedAt, droppedBefore), isLeft))
    .limit(limit)
}

export async function deletePacks(db: Executor, ids: readonly string[]): Promise<void> {
  await db.delete(table).where(inArray(table.id, [...ids]))
}

/** Packs of which less than half is still needed. */
export async function findSparsePacks(db: Executor, limit: number): Promise<ChunkPackRow[]> {
  const isSparse = and(table.isStored, isNull(table.droppedAt), sql`${table.liveBytes} * 2 < ${table.bytes}`)
  return db.select().from(table).where(isSparse).orderBy(asc(table.createdAt), asc(table.id)).limit(limit)
}

export async function chunksInPack(db: Executor, { id, lineageId }: ChunkPackRow): Promise<number[]> {
  const isIn = and(eq(chunks.lineageId, lineageId), eq(chunks.packId, id))
  return (await db.select({ id: chunks.id }).from(chunks).where(isIn)).map((row) => row.id)
}

/** Returns what was moved: chunks that were removed in the meantime are not. */
export async function moveBody(
  tx: Executor,
  { id, lineageId }: ChunkPackRow,
  chunkId: number,
  to: PlacedBody,
): Promise<boolean> {
  const isIn = and(eq(chunks.lineageId, lineageId), eq(chunks.id, chunkId), eq(chunks.packId, id))
  return ((await tx.update(chunks).set(to).where(isIn)).rowCount ?? 0) > 0
}

export async function hasPacks(db: Executor): Promise<boolean> {
  return (await db.select({ id: table.id }).from(table).limit(1)).length > 0
}

/** By id, at most so many. */
export async function listChunkPacks(db: Executor, after: string | undefined, limit: number): Promise<ChunkPackRow[]> {
  const later = after === undefined ? undefined : sql`${table.id} > ${after}`
  return db
    .select()
    .from(table)
    .where(and(table.isStored, isNull(table.droppedAt), later))
    .orderBy(asc(table.id))
    .limit(limit)
}
