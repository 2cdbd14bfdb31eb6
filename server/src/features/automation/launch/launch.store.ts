import { and, asc, eq, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { automationConnections } from '../../automation-connections/index.ts'
import { automationTemplates } from '../../automation-templates/index.ts'
import {
  automationExecutions as executions,
  automationRequestRows as rows,
  automationRequests as requests,
  type NewAutomationExecution,
} from '../automation.tables.ts'

type NewRequestRows = {
  readonly request: typeof requests.$inferInsert
  readonly rows: readonly (typeof rows.$inferInsert)[]
  readonly executions: readonly NewAutomationExecution[]
}

const MOST_ROWS_AN_INSERT = 500

export async function insertRequest(
  tx: Executor,
  { request, rows: all, executions: jobs }: NewRequestRows,
): Promise<void> {
  await tx.insert(requests).values(request)
  for (let start = 0; start < all.length; start += MOST_ROWS_AN_INSERT) {
    await tx.insert(rows).values(all.slice(start, start + MOST_ROWS_AN_INSERT))
  }
  for (let start = 0; start < jobs.length; start += MOST_ROWS_AN_INSERT) {
    await tx.insert(executions).values(jobs.slice(start, start + MOST_ROWS_AN_INSERT))
  }
}

/** Holds off the deletion of a template and of its connection until the transaction ends; false if either is gone. */
export async function keepTemplate(tx: Executor, templateId: string, connectionId: string): Promise<boolean> {
  const [template] = await tx
    .select({ id: automationTemplates.id })
    .from(automationTemplates)
    .where(eq(automationTemplates.id, templateId))
    .for('share')
  const [connection] = await tx
    .select({ id: automationConnections.id })
    .from(automationConnections)
    .where(eq(automationConnections.id, connectionId))
    .for('key share')
  return template !== undefined && connection !== undefined
}

const mayLaunch = and(
  inArray(requests.status, ['pending', 'running']),
  or(isNull(requests.approvalStatus), eq(requests.approvalStatus, 'approved')),
  isNull(requests.cancelRequestedAt),
)
const isQueued = eq(executions.launch, 'queued')
const isUnderWay = or(
  eq(executions.launch, 'launching'),
  and(eq(executions.launch, 'launched'), inArray(executions.status, ['pending', 'running'])),
)!
const concurrency = sql<number>`(${requests.template} ->> 'rowConcurrency')::integer`

/** Requests with an execution that may be launched now, oldest first. */
export function findLaunchable(
  db: Executor,
  fullConnections: readonly string[],
  most: number,
): Promise<{ id: string }[]> {
  return db
    .select({ id: requests.id })
    .from(requests)
    .where(
      and(
        mayLaunch,
        sql`exists (select 1 from ${executions} where ${executions.requestId} = ${requests.id} and ${isQueued})`,
        sql`(select count(*) from ${executions} where ${executions.requestId} = ${requests.id} and ${isUnderWay}) < ${concurrency}`,
        fullConnections.length === 0
          ? undefined
          : notInArray(sql`${requests.template} ->> 'connectionId'`, [...fullConnections]),
      ),
    )
    .orderBy(asc(requests.createdAt), asc(requests.id))
    .limit(most)
}

const CLAIMED = {
  id: executions.id,
  requestId: executions.requestId,
  rowIndex: executions.rowIndex,
  connectionId: executions.connectionId,
  jobTemplateId: executions.jobTemplateId,
  extraVars: executions.extraVars,
}
export type ClaimedLaunch = {
  readonly [Key in keyof typeof CLAIMED]: (typeof executions.$inferSelect)[Key]
}

/**
 * Claims the next executions of a request, as far as its concurrency allows; nothing while another process holds the
 * request. Once this is committed nobody claims them again.
 */
export async function claimLaunches(
  tx: Executor,
  requestId: string,
  most: number,
  now: Date,
): Promise<ClaimedLaunch[]> {
  const [request] = await tx
    .select({ concurrency })
    .from(requests)
    .where(and(eq(requests.id, requestId), mayLaunch))
    .for('update', { skipLocked: true })
  if (!request) return []
  const underWay = await tx.$count(executions, and(eq(executions.requestId, requestId), isUnderWay))
  const room = Math.min(most, request.concurrency - underWay)
  if (room <= 0) return []
  const next = tx
    .select({ id: executions.id })
    .from(executions)
    .where(and(eq(executions.requestId, requestId), isQueued))
    .orderBy(asc(executions.position))
    .limit(room)
  return tx
    .update(executions)
    .set({ launch: 'launching', launchStartedAt: now })
    .where(and(inArray(executions.id, next), isQueued))
    .returning(CLAIMED)
}

/** Launches that began before this, and whose process never told how they went. */
export async function findStaleLaunches(db: Executor, before: Date, except: readonly string[]): Promise<string[]> {
  const found = await db
    .select({ id: executions.id })
    .from(executions)
    .where(
      and(
        eq(executions.launch, 'launching'),
        lt(executions.launchStartedAt, before),
        except.length === 0 ? undefined : notInArray(executions.id, [...except]),
      ),
    )
    .limit(500)
  return found.map(({ id }) => id)
}

/**
 * In a copy of the data: what was about to be launched may have been launched at the source since. Taken as begun then,
 * it ends as uncertain, and a person decides.
 */
export async function holdQueuedLaunches(tx: Executor, begun: Date): Promise<void> {
  await tx.update(executions).set({ launch: 'launching', launchStartedAt: begun }).where(isQueued)
}

/** Drops what was not launched yet. */
export async function dropQueued(tx: Executor, requestId: string, now: Date): Promise<void> {
  await tx
    .update(executions)
    .set({
      launch: 'dropped',
      status: 'cancelled',
      transitions: sql`${executions.transitions} || jsonb_build_array(jsonb_build_object(
        'from', ${executions.status}, 'to', 'cancelled', 'at', ${now.toISOString().replace('Z', '+00:00')}::text))`,
      finishedAt: now,
      outputCompleteAt: now,
    })
    .where(and(eq(executions.requestId, requestId), isQueued))
}
