import { and, asc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { automationExecutions as executions, automationWebhookEvents as table } from '../automation.tables.ts'

export type WebhookEventRow = typeof table.$inferSelect

export async function insertWebhookEvent(tx: Executor, event: WebhookEventRow): Promise<void> {
  await tx.insert(table).values(event)
}

export async function findEvent(db: Executor, id: string): Promise<WebhookEventRow | undefined> {
  const [row] = await db.select().from(table).where(eq(table.id, id))
  return row
}

/** Events of a job that were not applied yet, in the order in which they arrived. */
export function listWaiting(db: Executor, jobId: number): Promise<WebhookEventRow[]> {
  return db
    .select()
    .from(table)
    .where(and(eq(table.jobId, jobId), isNull(table.appliedAt)))
    .orderBy(asc(table.receivedAt), asc(table.id))
}

export async function markApplied(db: Executor, ids: readonly string[], at: Date): Promise<void> {
  await db
    .update(table)
    .set({ appliedAt: at })
    .where(inArray(table.id, [...ids]))
}

export type ReportedExecution = Pick<typeof executions.$inferSelect, 'id' | 'connectionId' | 'status'>

/** Several automation servers may each have a job with this id. */
export function executionsOfJob(db: Executor, jobId: number): Promise<ReportedExecution[]> {
  return db
    .select({ id: executions.id, connectionId: executions.connectionId, status: executions.status })
    .from(executions)
    .where(eq(executions.jobId, jobId))
}

/** Waiting events whose job is known now: of one execution, or of any. */
export function listApplicable(db: Executor, executionId?: string): Promise<{ id: string }[]> {
  return db
    .selectDistinct({ id: table.id })
    .from(table)
    .innerJoin(executions, eq(executions.jobId, table.jobId))
    .where(and(isNull(table.appliedAt), executionId === undefined ? undefined : eq(executions.id, executionId)))
    .limit(MOST_APPLICABLE)
}
const MOST_APPLICABLE = 1_000

/** Deletes events whose job did not turn up in time; returns them. */
export async function deleteUnknown(db: Executor, receivedBefore: Date): Promise<WebhookEventRow[]> {
  return db
    .delete(table)
    .where(and(isNull(table.appliedAt), lt(table.receivedAt, receivedBefore)))
    .returning()
}

export async function deleteApplied(db: Executor, receivedBefore: Date, limit: number): Promise<number> {
  const expired = db
    .select({ id: table.id })
    .from(table)
    .where(and(isNotNull(table.appliedAt), lt(table.receivedAt, receivedBefore)))
    .limit(limit)
  const deleted = await db
    .delete(table)
    .where(inArray(table.id, sql`(${expired})`))
    .returning({ id: table.id })
  return deleted.length
}
