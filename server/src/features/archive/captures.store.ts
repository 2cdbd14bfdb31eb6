import { and, desc, eq, lte, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { snapshotCaptures as table, snapshots, type SnapshotRow } from './snapshots.tables.ts'

export type OpenCapture = typeof table.$inferSelect

/** The newest snapshot captured at or before that time. */
export async function findPrevious(
  db: Executor,
  lineageId: string,
  capturedAt: Date,
): Promise<SnapshotRow | undefined> {
  const [row] = await db
    .select()
    .from(snapshots)
    .where(and(eq(snapshots.lineageId, lineageId), lte(snapshots.capturedAt, capturedAt)))
    .orderBy(desc(snapshots.capturedAt), desc(snapshots.id))
    .limit(1)
  return row
}

export async function insertCapture(tx: Executor, capture: OpenCapture): Promise<void> {
  await tx.insert(table).values(capture)
}

/** False when the capture was considered abandoned, or its query was deleted. */
export async function renewCapture(db: Executor, id: string, renewedAt: Date): Promise<boolean> {
  const rows = await db.update(table).set({ renewedAt }).where(eq(table.id, id)).returning({ id: table.id })
  return rows.length > 0
}

/** Protects the chunks from removal until the capture ends. */
export async function holdChunks(tx: Executor, id: string, chunkIds: readonly number[]): Promise<void> {
  const held = sql`${table.heldChunkIds} || ${sql.param(chunkIds)}::bigint[]`
  await tx.update(table).set({ heldChunkIds: held }).where(eq(table.id, id))
}

/** Like `holdChunks`, for all chunks of a manifest. */
export async function holdManifest(tx: Executor, id: string, manifestId: number): Promise<void> {
  const held = sql`${table.heldManifestIds} || ${manifestId}::bigint`
  await tx.update(table).set({ heldManifestIds: held }).where(eq(table.id, id))
}

/** False when it is already gone. */
export async function deleteCapture(tx: Executor, id: string): Promise<boolean> {
  const rows = await tx.delete(table).where(eq(table.id, id)).returning({ id: table.id })
  return rows.length > 0
}

export async function deleteStaleCaptures(tx: Executor, lineageId: string, staleBefore: Date): Promise<void> {
  await tx.delete(table).where(and(eq(table.lineageId, lineageId), lte(table.renewedAt, staleBefore)))
}

export async function openCaptures(db: Executor, lineageId: string): Promise<OpenCapture[]> {
  return db.select().from(table).where(eq(table.lineageId, lineageId))
}
