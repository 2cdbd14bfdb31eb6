import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { JobKind, JobRef } from '../../../adapters/automation-server/automation-server.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import { automationExecutions as executions, automationPollTurns as turns } from '../automation.tables.ts'

/** Connections with jobs to ask for, and whose turn may have come. */
export async function findDueConnections(db: Executor, now: Date): Promise<string[]> {
  const rows = await db
    .selectDistinct({ connectionId: executions.connectionId })
    .from(executions)
    .leftJoin(turns, eq(turns.connectionId, executions.connectionId))
    .where(and(lte(executions.pollAt, now), or(isNull(turns.nextPollAt), lte(turns.nextPollAt, now))))
  return rows.map(({ connectionId }) => connectionId)
}

/** Takes the turn to ask an automation server, for as long as the lease lasts; undefined if none is due. */
export async function claimTurn(db: Executor, connectionId: string, now: Date, leaseUntil: Date) {
  const [turn] = await db
    .insert(turns)
    .values({ connectionId, nextPollAt: leaseUntil })
    .onConflictDoUpdate({
      target: turns.connectionId,
      set: { nextPollAt: leaseUntil },
      setWhere: lte(turns.nextPollAt, now),
    })
    .returning({ failures: turns.failures, lastError: turns.lastError })
  return turn
}

export type TurnEnd = { readonly nextPollAt: Date; readonly failures: number; readonly lastError: string | null }

export async function endTurn(db: Executor, connectionId: string, end: TurnEnd): Promise<void> {
  await db.update(turns).set(end).where(eq(turns.connectionId, connectionId))
}

export type DueExecution = { readonly id: string; readonly ref: JobRef; readonly misses: number; readonly seen: string }

/** The executions whose job is to be asked for next, longest overdue first. */
export async function findDue(db: Executor, connectionId: string, now: Date, most: number): Promise<DueExecution[]> {
  const rows = await db
    .select({
      id: executions.id,
      jobId: executions.jobId,
      jobKind: executions.jobKind,
      misses: executions.misses,
      seen: seen(),
    })
    .from(executions)
    .where(and(eq(executions.connectionId, connectionId), lte(executions.pollAt, now), isNotNull(executions.jobId)))
    .orderBy(asc(executions.pollAt), asc(executions.id))
    .limit(most)
  return rows.map(({ id, jobId, jobKind, misses, seen: known }) => ({
    id,
    ref: { id: jobId!, kind: jobKind ?? ('job' satisfies JobKind) },
    misses,
    seen: known,
  }))
}

/** What of a job is stored, so that reports without news need no transaction. */
const seen = () =>
  sql<string>`concat_ws(' ', ${executions.jobStatus}, ${executions.startedAt} is not null, ${executions.scmRevision} is not null, ${executions.error} is not null)`

export async function planPolls(db: Executor, ids: readonly string[], pollAt: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(executions)
    .set({ pollAt, misses: 0 })
    .where(and(inArray(executions.id, [...ids]), isNotNull(executions.pollAt)))
}

/** Counts a poll that did not find the jobs. */
export async function noteMisses(db: Executor, ids: readonly string[], pollAt: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(executions)
    .set({ pollAt, misses: sql`${executions.misses} + 1` })
    .where(and(inArray(executions.id, [...ids]), isNotNull(executions.pollAt)))
}

/** Open executions past their deadline, with the last that was heard of their job. */
export function findOverdueJobs(db: Executor, now: Date) {
  return db
    .select({ id: executions.id, jobStatus: executions.jobStatus })
    .from(executions)
    .where(and(lte(executions.deadlineAt, now), inArray(executions.status, ['pending', 'running'])))
    .limit(500)
}
