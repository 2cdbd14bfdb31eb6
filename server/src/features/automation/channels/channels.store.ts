import { and, asc, eq, gt, gte, inArray, sql } from 'drizzle-orm'
import { STDOUT_CHUNK_BYTES } from '@heddle/contract/automation.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import {
  automationExecutions as executions,
  automationOutputChunks as chunks,
  automationRequests as requests,
} from '../automation.tables.ts'
import { type StoredOutput, unpackOutput } from '../output/output.store.ts'

type ExecutionRow = typeof executions.$inferSelect

const REQUEST = {
  id: requests.id,
  status: requests.status,
  executionCount: requests.executionCount,
  createdAt: requests.createdAt,
  startedAt: requests.startedAt,
  finishedAt: requests.finishedAt,
}
export type FollowedRequest = Pick<typeof requests.$inferSelect, keyof typeof REQUEST>

export async function findFollowedRequest(db: Executor, id: string): Promise<FollowedRequest | undefined> {
  const [row] = await db.select(REQUEST).from(requests).where(eq(requests.id, id))
  return row
}

const EXECUTION_OF_REQUEST = {
  id: executions.id,
  position: executions.position,
  jobId: executions.jobId,
  status: executions.status,
  transitions: executions.transitions,
  launchStartedAt: executions.launchStartedAt,
  createdAt: executions.createdAt,
}
export type ExecutionOfRequest = Pick<ExecutionRow, keyof typeof EXECUTION_OF_REQUEST>

/** The executions of a request, or some of them, in order. */
export function executionsOfRequest(
  db: Executor,
  requestId: string,
  ids: readonly string[] | undefined,
): Promise<ExecutionOfRequest[]> {
  return db
    .select(EXECUTION_OF_REQUEST)
    .from(executions)
    .where(and(eq(executions.requestId, requestId), ids && inArray(executions.id, [...ids])))
    .orderBy(asc(executions.position))
}

const FOLLOWED = {
  requestId: executions.requestId,
  connectionId: executions.connectionId,
  jobId: executions.jobId,
  status: executions.status,
  transitions: executions.transitions,
  outputBytes: executions.outputBytes,
  outputLiveBytes: executions.outputLiveBytes,
  outputReplaced: executions.outputReplaced,
  outputCompleteAt: executions.outputCompleteAt,
}
export type FollowedExecution = Pick<ExecutionRow, keyof typeof FOLLOWED>

export async function findFollowedExecution(db: Executor, id: string): Promise<FollowedExecution | undefined> {
  const [row] = await db.select(FOLLOWED).from(executions).where(eq(executions.id, id))
  return row
}

export const CHUNKS_PER_READ = 4

/** An execution, and the chunks that have bytes after an offset, as they were at one moment. */
export async function readExecution(
  db: Executor,
  id: string,
  after: number,
): Promise<{ readonly execution: FollowedExecution; readonly chunks: readonly StoredOutput[] } | undefined> {
  // No chunk is longer, so earlier ones end before the offset.
  const firstIndex = Math.floor(after / STDOUT_CHUNK_BYTES)
  const rows = await db
    .select({ execution: FOLLOWED, index: chunks.index, offset: chunks.offset, body: chunks.body })
    .from(executions)
    .leftJoin(
      chunks,
      and(
        eq(chunks.executionId, executions.id),
        gte(chunks.index, firstIndex),
        gt(sql`${chunks.offset} + ${chunks.byteCount}`, after),
      ),
    )
    .where(eq(executions.id, id))
    .orderBy(asc(chunks.index))
    .limit(CHUNKS_PER_READ)
  const [first] = rows
  if (!first) return undefined
  const found = rows.flatMap(({ index, offset, body }) =>
    index === null || offset === null || body === null ? [] : [{ index, offset, body }],
  )
  return { execution: first.execution, chunks: await Promise.all(found.map(unpackOutput)) }
}

export async function readArtifacts(db: Executor, id: string): Promise<unknown> {
  const [row] = await db.select({ artifacts: executions.artifacts }).from(executions).where(eq(executions.id, id))
  return row?.artifacts
}

/** Notes that somebody reads the live output; false when nobody did until now. */
export async function noteWatched(db: Executor, id: string, until: Date, now: Date): Promise<boolean> {
  const before = db
    .$with('before')
    .as(
      db.select({ id: executions.id, watched: executions.watchedUntil }).from(executions).where(eq(executions.id, id)),
    )
  const [row] = await db
    .with(before)
    .update(executions)
    .set({ watchedUntil: until })
    .from(before)
    .where(eq(executions.id, before.id))
    .returning({ watched: before.watched })
  return row?.watched != null && row.watched > now
}
