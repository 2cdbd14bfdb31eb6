import { and, asc, count, eq, getTableColumns, isNotNull, or, sql } from 'drizzle-orm'
import type { JobExecutionStatus } from '@heddle/contract/automation.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import {
  type AutomationExecutionRow,
  automationExecutions as executions,
  automationRequests as requests,
} from '../automation.tables.ts'

export type RequestRow = typeof requests.$inferSelect

// What the jobs were given may be large, and no change needs it.
const { extraVars: _, ...LOCKED } = getTableColumns(executions)
export type LockedExecution = Omit<AutomationExecutionRow, 'extraVars'>

/** A change of a request or its executions locks the request first: in one order, nobody deadlocks. */
export async function lockRequest(tx: Executor, id: string): Promise<RequestRow | undefined> {
  const [row] = await tx.select().from(requests).where(eq(requests.id, id)).for('update')
  return row
}

export async function lockExecution(tx: Executor, id: string): Promise<LockedExecution | undefined> {
  const [row] = await tx.select(LOCKED).from(executions).where(eq(executions.id, id)).for('update')
  return row
}

export async function requestOfExecution(db: Executor, executionId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ requestId: executions.requestId })
    .from(executions)
    .where(eq(executions.id, executionId))
  return row?.requestId
}

export async function updateExecution(
  tx: Executor,
  id: string,
  changes: Partial<AutomationExecutionRow>,
): Promise<void> {
  await tx.update(executions).set(changes).where(eq(executions.id, id))
}

export async function updateRequest(tx: Executor, id: string, changes: Partial<RequestRow>): Promise<void> {
  await tx.update(requests).set(changes).where(eq(requests.id, id))
}

export type Tally = {
  readonly status: JobExecutionStatus
  readonly executions: number
  readonly complete: number
  readonly stopped: number
}

const wasStopped = and(
  eq(executions.status, 'cancelled'),
  or(isNotNull(executions.cancelRequestedAt), eq(executions.launch, 'dropped')),
)

/** How many executions have each status, of how many the output is complete, and how many a cancel has stopped. */
export function tallyExecutions(tx: Executor, requestId: string): Promise<Tally[]> {
  return tx
    .select({
      status: executions.status,
      executions: count(),
      complete: count(executions.outputCompleteAt),
      stopped: sql<number>`count(*) filter (where ${wasStopped})::integer`,
    })
    .from(executions)
    .where(eq(executions.requestId, requestId))
    .groupBy(executions.status)
}

/** The revision of the first job that has one. */
export async function firstRevision(tx: Executor, requestId: string): Promise<string | null> {
  const [row] = await tx
    .select({ revision: executions.scmRevision })
    .from(executions)
    .where(and(eq(executions.requestId, requestId), isNotNull(executions.scmRevision)))
    .orderBy(asc(executions.position))
    .limit(1)
  return row?.revision ?? null
}

/** What the executions warn of, each warning once. */
export async function distinctWarnings(tx: Executor, requestId: string, most: number): Promise<string[]> {
  const { rows } = await tx.execute<{ warning: string }>(sql`
    select warning from ${executions}, jsonb_array_elements_text(${executions.warnings}) warning
      where ${executions.requestId} = ${requestId}
      group by warning order by min(${executions.position}), warning limit ${most}`)
  return rows.map(({ warning }) => warning)
}
