import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import type { ResultChunk } from '../../run-engine/index.ts'
import {
  executionResultChunks as resultChunks,
  type executionRowsBefore,
  executions as table,
} from '../executions.tables.ts'

/** Read at once, at most. */
const CHUNKS_PER_READ = 10
/** The same in bytes, unless the next chunk alone has more: those of earlier versions are of any size. */
const BYTES_PER_READ = 1_000_000

type Chunks = typeof resultChunks | typeof executionRowsBefore

const sizeOf = ({ body }: Chunks) => sql<number>`octet_length(${body})`

/** The stored chunks in order, read a few at a time, so that an export of any size needs little memory. */
export async function* readResultChunks(
  db: Executor,
  executionId: string,
  chunks: Chunks = resultChunks,
): AsyncGenerator<ResultChunk> {
  for (let last = -1; ;) {
    const following = and(eq(chunks.executionId, executionId), gt(chunks.index, last))
    const next = await db
      .select({ index: chunks.index, bytes: sizeOf(chunks) })
      .from(chunks)
      .where(following)
      .orderBy(asc(chunks.index))
      .limit(CHUNKS_PER_READ)
    const end = lastWithin(next)
    if (end === undefined) return
    yield* await db
      .select({ index: chunks.index, rowCount: chunks.rowCount, body: chunks.body })
      .from(chunks)
      .where(and(following, lte(chunks.index, end)))
      .orderBy(asc(chunks.index))
    if (next.length < CHUNKS_PER_READ && end === next.at(-1)!.index) return
    last = end
  }
}

/** The index of the last chunk to read at once. */
function lastWithin(next: readonly { readonly index: number; readonly bytes: number }[]): number | undefined {
  let bytes = 0
  const tooMany = next.findIndex((chunk) => (bytes += chunk.bytes) > BYTES_PER_READ)
  return next.at(tooMany < 0 ? -1 : Math.max(0, tooMany - 1))?.index
}

/** How large the largest chunk of a run is as it is stored. */
export async function largestChunkBytes(db: Executor, executionId: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<number | null>`max(${sizeOf(resultChunks)})` })
    .from(resultChunks)
    .where(eq(resultChunks.executionId, executionId))
  return row?.bytes ?? 0
}

/** From here on the rows of a run are only in the snapshot. */
export async function moveRows(tx: Executor, executionId: string, snapshotId: string): Promise<void> {
  await tx
    .update(table)
    .set({ snapshotId })
    .where(and(eq(table.id, executionId), isNull(table.snapshotId)))
  await tx.delete(resultChunks).where(eq(resultChunks.executionId, executionId))
}
