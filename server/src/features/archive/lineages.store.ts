import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import {
  snapshotCaptures,
  snapshotLineages as table,
  snapshots,
  type NewSnapshot,
  type SnapshotRow,
} from './snapshots.tables.ts'

/** Locks the lineage until the transaction ends. Creates it for the first capture of the query on the connection. */
export async function openLineage(tx: Executor, savedQueryId: string, controllerConnectionId: string): Promise<string> {
  await tx.insert(table).values({ id: randomUUID(), savedQueryId, controllerConnectionId }).onConflictDoNothing()
  const ofPair = and(eq(table.savedQueryId, savedQueryId), eq(table.controllerConnectionId, controllerConnectionId))
  const [row] = await tx.select({ id: table.id }).from(table).where(ofPair).for('update')
  if (row === undefined) throw new Error(`lineage of saved query ${savedQueryId} is gone`)
  return row.id
}

/**
 * Nothing else changes what the lineage stores until the transaction ends. False when its query was deleted.
 */
export async function lockLineage(tx: Executor, id: string): Promise<boolean> {
  const isUsed = and(eq(table.id, id), isNotNull(table.savedQueryId))
  const rows = await tx.select({ id: table.id }).from(table).where(isUsed).for('update')
  return rows.length > 0
}

/** Even if only its chunks are left. */
export async function lockAnyLineage(tx: Executor, id: string): Promise<boolean> {
  return (await lockLineages(tx, [id])).length > 0
}

/** Its query was deleted, and its snapshots with it. */
export async function isOrphan(tx: Executor, id: string): Promise<boolean> {
  return (await tx.$count(table, and(eq(table.id, id), isNull(table.savedQueryId)))) > 0
}

export async function deleteLineage(tx: Executor, id: string): Promise<void> {
  await tx.delete(table).where(eq(table.id, id))
}

/** Always locks in the same order, so that two callers cannot deadlock. Returns the lineages that still exist. */
export async function lockLineages(tx: Executor, ids: readonly string[]): Promise<string[]> {
  const wanted = inArray(table.id, [...ids])
  const rows = await tx.select({ id: table.id }).from(table).where(wanted).orderBy(asc(table.id)).for('update')
  return rows.map(({ id }) => id)
}

/** Returns the mark, which `endSweep` takes. */
export async function markForSweep(tx: Executor, id: string): Promise<string> {
  const sweepMark = randomUUID()
  await tx.update(table).set({ needsSweep: true, sweepMark }).where(eq(table.id, id))
  return sweepMark
}

/** Does nothing when the lineage was marked again. */
export async function endSweep(tx: Executor, id: string, sweepMark: string): Promise<void> {
  await tx
    .update(table)
    .set({ needsSweep: false })
    .where(and(eq(table.id, id), eq(table.sweepMark, sweepMark)))
}

/** Lineages that may hold unneeded chunks, or whose query was deleted, or with a capture not renewed since then. */
export async function lineagesToSweep(db: Executor, staleBefore: Date): Promise<string[]> {
  const marked = await db
    .select({ id: table.id })
    .from(table)
    .where(or(table.needsSweep, isNull(table.savedQueryId)))
  const stale = await db
    .select({ id: snapshotCaptures.lineageId })
    .from(snapshotCaptures)
    .where(lte(snapshotCaptures.renewedAt, staleBefore))
  return [...new Set([...marked, ...stale].map(({ id }) => id))].sort()
}

export type Stored = { readonly id: string; readonly lineageId: string; readonly manifestId: number }

/** Snapshots with their lineages. */
export async function findStored(db: Executor, ids: readonly string[]): Promise<Stored[]> {
  return db
    .select({ id: snapshots.id, lineageId: snapshots.lineageId, manifestId: snapshots.manifestId })
    .from(snapshots)
    .where(inArray(snapshots.id, [...ids]))
}

export async function storedOfLineage(db: Executor, lineageId: string): Promise<Stored[]> {
  return db
    .select({ id: snapshots.id, lineageId: snapshots.lineageId, manifestId: snapshots.manifestId })
    .from(snapshots)
    .where(eq(snapshots.lineageId, lineageId))
}

export async function insertSnapshot(tx: Executor, snapshot: NewSnapshot): Promise<SnapshotRow> {
  const [row] = await tx.insert(snapshots).values(snapshot).returning()
  return row!
}

/** Returns how many were deleted. */
export async function deleteSnapshots(tx: Executor, ids: readonly string[]): Promise<number> {
  const rows = await tx
    .delete(snapshots)
    .where(inArray(snapshots.id, [...ids]))
    .returning({ id: snapshots.id })
  return rows.length
}
