import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import type { ResultChunk } from '../../run-engine/index.ts'
import { executionResultChunks as chunks, executions as table } from '../executions.tables.ts'

const CHUNKS_PER_READ = 10

/** The stored chunks in order, read a few at a time, so that an export of any size needs little memory. */
export async function* readResultChunks(db: Executor, executionId: string): AsyncGenerator<ResultChunk> {
  for (let last = -1; ;) {
    const part = await db
      .select({ index: chunks.index, rowCount: chunks.rowCount, body: chunks.body })
      .from(chunks)
      .where(and(eq(chunks.executionId, executionId), gt(chunks.index, last)))
      .orderBy(asc(chunks.index))
      .limit(CHUNKS_PER_READ)
    yield* part
    if (part.length < CHUNKS_PER_READ) return
    last = part.at(-1)!.index
  }
}

/** From here on the rows of a run are only in the snapshot. */
export async function moveRows(tx: Executor, executionId: string, snapshotId: string): Promise<void> {
  await tx
    .update(table)
    .set({ snapshotId })
    .where(and(eq(table.id, executionId), isNull(table.snapshotId)))
  await tx.delete(chunks).where(eq(chunks.executionId, executionId))
}
