import { and, asc, count, eq, inArray, isNotNull, isNull, lt, max, or, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import type { Ending } from './endings.ts'
import type { ResultChunk, Stage } from './engine/engine-types.ts'
import {
  executionResultChunks as chunks,
  executions as table,
  type NewExecution,
  pipelineExecutions as pipelines,
} from './executions.tables.ts'
import { storable } from './storable.ts'

/** What has to be known of a run to end it. */
export type RunRef = { readonly id: string; readonly trigger: NewExecution['trigger']; readonly userId: number | null }

const REF = { id: table.id, trigger: table.trigger, userId: table.userId }
const MOST_ROWS_AN_INSERT = 500

/** Logs and pipeline executions stand before the runs begin, so that a run that dies leaves a trace. */
export async function insertRuns(tx: Executor, all: readonly NewRun[]): Promise<void> {
  for (let start = 0; start < all.length; start += MOST_ROWS_AN_INSERT) {
    const part = all.slice(start, start + MOST_ROWS_AN_INSERT)
    await tx
      .insert(table)
      .values(part.map(({ pipelineId: _, ...execution }) => ({ ...execution, variables: storable(execution.variables) })))
    await tx.insert(pipelines).values(
      part.map(({ id, pipelineId, savedQueryId, executedAt }) => ({
        id: pipelineId,
        executionId: id,
        savedQueryId,
        status: 'running' as const,
        startedAt: executedAt,
      })),
    )
  }
}
export type NewRun = NewExecution & { readonly pipelineId: string }

/** The version of a query as it is when the row is written; 0 when the query is gone. */
export const versionOf = (savedQueryId: string) =>
  sql<number>`coalesce((select current_version from saved_queries where id = ${savedQueryId}), 0)`

export type TakenRun = NonNullable<Awaited<ReturnType<typeof takeUpRun>>>

/** A process takes a run up, unless it has ended or was taken up too often already. */
export async function takeUpRun(db: Executor, id: string, times: { now: Date; deadlineAt: Date; mostAttempts: number }) {
  const [row] = await db
    .update(table)
    .set({ startedAt: times.now, attempts: sql`${table.attempts} + 1`, deadlineAt: times.deadlineAt })
    .where(and(eq(table.id, id), eq(table.status, 'running'), lt(table.attempts, times.mostAttempts), isNull(table.cancelRequestedAt)))
    .returning({
      ...REF,
      attempts: table.attempts,
      savedQueryId: table.savedQueryId,
      controllerConnectionId: table.controllerConnectionId,
      variables: table.variables,
      skipPostProcessors: table.skipPostProcessors,
    })
  return row
}

/** A run that can not be taken up any more, and whether that is because somebody cancelled it. */
export async function findOpenRun(db: Executor, id: string) {
  const [row] = await db
    .select({ ...REF, cancelRequestedAt: table.cancelRequestedAt })
    .from(table)
    .where(and(eq(table.id, id), eq(table.status, 'running')))
  return row
}

export type EndGuard = {
  /** Only while this attempt is the last one: a run that another process has taken over is not ours to end. */
  readonly attempt?: number | undefined
  /** Only when a cancel was asked for, or only when none was. */
  readonly cancelRequested?: boolean
}
export type RunFacts = { readonly savedQueryVersion?: number; readonly generatedQuery?: string; readonly className?: string | null }
export type EndedRun = NonNullable<Awaited<ReturnType<typeof endRun>>>

/** Ends a run once: undefined when something else ended it before, or the guard says no. */
export async function endRun(tx: Executor, id: string, ending: Ending, facts: RunFacts, { attempt, cancelRequested }: EndGuard) {
  const [row] = await tx
    .update(table)
    .set({ ...storable(ending), ...storable(facts) })
    .where(
      and(
        eq(table.id, id),
        eq(table.status, 'running'),
        attempt === undefined ? undefined : eq(table.attempts, attempt),
        cancelRequested === undefined ? undefined : cancelRequested ? isNotNull(table.cancelRequestedAt) : isNull(table.cancelRequestedAt),
      ),
    )
    .returning({
      ...REF,
      savedQueryId: table.savedQueryId,
      controllerConnectionId: table.controllerConnectionId,
      username: table.username,
      variables: table.variables,
      generatedQuery: table.generatedQuery,
    })
  return row
}

export async function endPipeline(tx: Executor, executionId: string, ending: Ending, stages: readonly Stage[], now: Date): Promise<void> {
  const status = ending.reason === 'cancelled' ? 'cancelled' : ending.status
  await tx
    .update(pipelines)
    .set({ status, stages: storable([...stages]), finishedAt: now })
    .where(eq(pipelines.executionId, executionId))
}

/** How a run stands, without all that may be large. */
export async function findRunState(db: Executor, id: string) {
  const { userId, status, reason, errorMessage, rowCount } = table
  const [row] = await db.select({ id: table.id, userId, status, reason, errorMessage, rowCount }).from(table).where(eq(table.id, id))
  return row
}

/** The stages as they were stored last. */
export async function readStages(db: Executor, executionId: string): Promise<readonly Stage[]> {
  const [row] = await db.select({ stages: pipelines.stages }).from(pipelines).where(eq(pipelines.executionId, executionId))
  return row?.stages ?? []
}

/** The stages of a run under way, for those who look at it meanwhile. */
export async function writeStages(db: Executor, run: { id: string; attempt: number }, stages: readonly Stage[]): Promise<void> {
  const ours = db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, run.id), eq(table.attempts, run.attempt)))
  await db
    .update(pipelines)
    .set({ stages: storable([...stages]) })
    .where(and(inArray(pipelines.executionId, ours), eq(pipelines.status, 'running')))
}

const CHUNKS_PER_INSERT = 20

export async function insertChunks(tx: Executor, executionId: string, all: readonly ResultChunk[]): Promise<void> {
  for (let start = 0; start < all.length; start += CHUNKS_PER_INSERT) {
    const part = all.slice(start, start + CHUNKS_PER_INSERT)
    await tx.insert(chunks).values(part.map(({ index, rowCount, body }) => ({ executionId, index, rowCount, body: Buffer.from(body) })))
  }
}

const openBackground = (userId: number) => and(eq(table.userId, userId), eq(table.status, 'running'), eq(table.trigger, 'background'))

/** The runs in the background of a user that have not ended. */
export async function countOpenBackground(tx: Executor, userId: number) {
  const [row] = await tx
    .select({ open: count(), admitted: count(table.admittedAt), lastAskedAt: max(table.executedAt) })
    .from(table)
    .where(openBackground(userId))
  return { waiting: (row?.open ?? 0) - (row?.admitted ?? 0), admitted: row?.admitted ?? 0, lastAskedAt: row?.lastAskedAt ?? null }
}

/** Lets the oldest waiting runs of a user begin. */
export async function admitOldest(tx: Executor, userId: number, most: number, now: Date): Promise<string[]> {
  const oldest = tx
    .select({ id: table.id })
    .from(table)
    .where(and(openBackground(userId), isNull(table.admittedAt)))
    .orderBy(asc(table.executedAt), asc(table.id))
    .limit(most)
  const rows = await tx.update(table).set({ admittedAt: now }).where(inArray(table.id, oldest)).returning({ id: table.id })
  return rows.map(({ id }) => id)
}

/** Users with runs that wait. */
export async function usersWithWaiting(db: Executor): Promise<number[]> {
  const rows = await db
    .selectDistinct({ userId: table.userId })
    .from(table)
    .where(and(eq(table.status, 'running'), eq(table.trigger, 'background'), isNull(table.admittedAt), isNotNull(table.userId)))
  return rows.flatMap(({ userId }) => userId ?? [])
}

/** Runs of processes that do not write their end any more: past their deadline, or deaf to a cancel. */
export async function findLostRuns(db: Executor, now: Date, deafSince: Date, most: number) {
  return db
    .select({ ...REF, cancelRequestedAt: table.cancelRequestedAt })
    .from(table)
    .where(
      and(
        eq(table.status, 'running'),
        or(and(eq(table.trigger, 'manual'), lt(table.deadlineAt, now)), lt(table.cancelRequestedAt, deafSince)),
      ),
    )
    .orderBy(asc(table.executedAt))
    .limit(most)
}

/** Runs that a job should have taken up, or taken up again, by now. The waiting of deleted users are among them: nobody admits those. */
export async function findStrayRuns(db: Executor, now: Date, admittedBefore: Date, most: number) {
  return db
    .select({ id: table.id, trigger: table.trigger })
    .from(table)
    .where(
      and(
        eq(table.status, 'running'),
        inArray(table.trigger, ['background', 'schedule']),
        or(
          and(eq(table.attempts, 0), lt(table.admittedAt, admittedBefore)),
          lt(table.deadlineAt, now),
          and(isNull(table.admittedAt), isNull(table.userId)),
        ),
      ),
    )
    .orderBy(asc(table.executedAt))
    .limit(most)
}

/** Locks a run so that it neither ends nor is taken up while the transaction decides. */
export async function lockRun(tx: Executor, id: string) {
  const [row] = await tx
    .select({ ...REF, status: table.status, attempts: table.attempts, cancelRequestedAt: table.cancelRequestedAt })
    .from(table)
    .where(eq(table.id, id))
    .for('no key update')
  return row
}

export async function requestCancel(tx: Executor, id: string, now: Date): Promise<void> {
  await tx.update(table).set({ cancelRequestedAt: now }).where(eq(table.id, id))
}

/** Which of these runs are to stop. */
export async function findCancelRequests(db: Executor, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(and(inArray(table.id, [...ids]), isNotNull(table.cancelRequestedAt)))
  return rows.map(({ id }) => id)
}
