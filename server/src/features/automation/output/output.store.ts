import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { and, asc, desc, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import {
  type AutomationExecutionRow,
  automationExecutions as executions,
  automationOutputChunks as table,
} from '../automation.tables.ts'
import { type OutputChunk, previewOf } from './output-text.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

export type OutputState = Pick<
  AutomationExecutionRow,
  'status' | 'outputBytes' | 'outputCursor' | 'outputReplaced' | 'outputCompleteAt'
>
export type StoredOutput = Omit<OutputChunk, 'isLast'>

const CHUNKS_PER_READ = 8

/** Locks the execution, so that its output has one writer at a time. */
export async function lockOutput(tx: Executor, executionId: string): Promise<OutputState | undefined> {
  const [state] = await tx
    .select({
      status: executions.status,
      outputBytes: executions.outputBytes,
      outputCursor: executions.outputCursor,
      outputReplaced: executions.outputReplaced,
      outputCompleteAt: executions.outputCompleteAt,
    })
    .from(executions)
    .where(eq(executions.id, executionId))
    .for('update')
  return state
}

export async function updateOutput(
  tx: Executor,
  executionId: string,
  values: Partial<AutomationExecutionRow>,
): Promise<void> {
  await tx.update(executions).set(values).where(eq(executions.id, executionId))
}

/** Notes how much was read while the job ran; what was noted first counts. */
export async function noteLiveBytes(db: Executor, executionId: string): Promise<void> {
  await db
    .update(executions)
    .set({ outputLiveBytes: sql`${executions.outputBytes}` })
    .where(and(eq(executions.id, executionId), isNull(executions.outputLiveBytes)))
}

/** Marks the output as complete; false if it was already. */
export async function completeOutput(
  db: Executor,
  executionId: string,
  { at, sha256, warnings }: { readonly at: Date; readonly sha256: string; readonly warnings: readonly string[] },
): Promise<boolean> {
  const updated = await db
    .update(executions)
    .set({
      outputCompleteAt: at,
      outputSha256: sha256,
      warnings: sql`${executions.warnings} || ${JSON.stringify(warnings)}::jsonb`,
    })
    .where(and(eq(executions.id, executionId), isNull(executions.outputCompleteAt)))
    .returning({ id: executions.id })
  return updated.length > 0
}

export async function chunksBetween(
  db: Executor,
  executionId: string,
  from: number,
  end: number,
): Promise<StoredOutput[]> {
  const rows = await db
    .select({ index: table.index, offset: table.offset, body: table.body })
    .from(table)
    .where(and(eq(table.executionId, executionId), gte(table.index, from), lt(table.index, end)))
    .orderBy(asc(table.index))
  return Promise.all(rows.map(unpackOutput))
}

/** Chunks in order, all unless a range is given, read a few at a time. */
export async function* readOutputChunks(
  db: Executor,
  executionId: string,
  { from = 0, end = Infinity }: { readonly from?: number; readonly end?: number } = {},
): AsyncGenerator<StoredOutput> {
  for (let first = from; first < end; first += CHUNKS_PER_READ) {
    const part = await chunksBetween(db, executionId, first, Math.min(end, first + CHUNKS_PER_READ))
    yield* part
    if (part.length < CHUNKS_PER_READ) return
  }
}

export async function lastChunk(db: Executor, executionId: string): Promise<OutputChunk | undefined> {
  const [row] = await db
    .select({ index: table.index, offset: table.offset, body: table.body })
    .from(table)
    .where(eq(table.executionId, executionId))
    .orderBy(desc(table.index))
    .limit(1)
  return row && { ...(await unpackOutput(row)), isLast: true }
}

/** Writes chunks over those with the same index; the last of them is the end of what is stored. */
export async function putChunks(tx: Executor, executionId: string, chunks: readonly StoredOutput[]): Promise<void> {
  const last = chunks.at(-1)
  if (!last) return
  const rows = await Promise.all(
    chunks.map(async ({ index, offset, bytes }) => ({
      executionId,
      index,
      offset,
      byteCount: bytes.length,
      body: await compress(bytes),
    })),
  )
  await tx
    .insert(table)
    .values(rows)
    .onConflictDoUpdate({
      target: [table.executionId, table.index],
      set: { offset: sql`excluded.offset`, byteCount: sql`excluded.byte_count`, body: sql`excluded.body` },
    })
  const [first] = chunks
  await updateOutput(tx, executionId, {
    outputBytes: last.offset + last.bytes.length,
    ...(first!.index === 0 && { outputPreview: previewOf(first!.bytes) }),
  })
}

export async function deleteChunksFrom(tx: Executor, executionId: string, index: number): Promise<void> {
  await tx.delete(table).where(and(eq(table.executionId, executionId), gte(table.index, index)))
}

export async function countChunks(db: Executor, executionId: string): Promise<number> {
  return db.$count(table, eq(table.executionId, executionId))
}

export async function unpackOutput({
  index,
  offset,
  body,
}: {
  index: number
  offset: number
  body: Buffer
}): Promise<StoredOutput> {
  return { index, offset, bytes: await decompress(body) }
}

export type OutputProgress = Pick<AutomationExecutionRow, 'id' | 'requestId' | 'jobId' | 'status' | 'outputCompleteAt'>

export async function findProgress(db: Executor, executionId: string): Promise<OutputProgress | undefined> {
  const { id, requestId, jobId, status, outputCompleteAt } = executions
  const [row] = await db
    .select({ id, requestId, jobId, status, outputCompleteAt })
    .from(executions)
    .where(eq(id, executionId))
  return row
}

export const hasOutputEnded = ({ status }: Pick<AutomationExecutionRow, 'status'>): boolean =>
  status !== 'pending' && status !== 'running'

/** An execution that ended without a job has no output to wait for. */
export const isOutputComplete = (
  execution: Pick<AutomationExecutionRow, 'jobId' | 'status' | 'outputCompleteAt'>,
): boolean => hasOutputEnded(execution) && (execution.jobId === null || execution.outputCompleteAt !== null)
