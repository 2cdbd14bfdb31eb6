import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, notInArray, or, sql } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { automationExecutions as executions, automationRequests as requests } from '../automation.tables.ts'

const WORK = {
  id: executions.id,
  connectionId: executions.connectionId,
  jobId: executions.jobId,
  jobKind: executions.jobKind,
  outputCursor: executions.outputCursor,
  outputCompleteAt: executions.outputCompleteAt,
}
export type OutputWork = { readonly [Key in keyof typeof WORK]: (typeof executions.$inferSelect)[Key] }

const isEnded = notInArray(executions.status, ['pending', 'running'])
const isOpen = inArray(executions.status, ['pending', 'running'])

/** Ended executions whose output nobody reads yet, by connection. */
export function findUncollected(
  db: Executor,
  now: Date,
  most: number,
): Promise<{ id: string; connectionId: string }[]> {
  return db
    .select({ id: executions.id, connectionId: executions.connectionId })
    .from(executions)
    .where(and(isEnded, isUncollected(now)))
    .orderBy(asc(executions.finishedAt), asc(executions.id))
    .limit(most)
}

const isUncollected = (now: Date) =>
  or(
    and(isNull(executions.outputCompleteAt), or(isNull(executions.collectUntil), lt(executions.collectUntil, now))),
    // Its process died between the output and the request.
    lt(executions.collectUntil, now),
  )

/** Undefined if another process reads it. */
export async function claimCollect(db: Executor, id: string, now: Date, until: Date): Promise<OutputWork | undefined> {
  const [row] = await db
    .update(executions)
    .set({ collectUntil: until })
    .where(and(eq(executions.id, id), isEnded, isUncollected(now)))
    .returning(WORK)
  return row
}

export async function setCollectUntil(db: Executor, id: string, collectUntil: Date | null): Promise<void> {
  await db.update(executions).set({ collectUntil }).where(eq(executions.id, id))
}

/** Running executions whose output somebody watches. */
export function findWatched(db: Executor, now: Date, most: number): Promise<OutputWork[]> {
  return db
    .select(WORK)
    .from(executions)
    .where(and(gt(executions.watchedUntil, now), isOpen, isNotNull(executions.jobId)))
    .orderBy(asc(executions.watchedUntil))
    .limit(most)
}

/** The embedded database belongs to one process: what another one was reading is no longer read. */
export async function freeCollects(db: Executor): Promise<void> {
  await db
    .update(executions)
    .set({ collectUntil: new Date(0) })
    .where(isNotNull(executions.collectUntil))
}

/** Whether any request is open, or any execution has something left to be done. Each part has an index of such rows. */
export async function isAnythingOpen(db: Executor): Promise<boolean> {
  const { rows } = await db.execute<{ open: boolean }>(sql`select
    exists (select from ${requests} where ${requests.status} in ('pending', 'running'))
    or exists (select from ${executions} where ${executions.outputCompleteAt} is null)
    or exists (select from ${executions} where ${executions.collectUntil} is not null)
    or exists (select from ${executions} where ${executions.pollAt} is not null) as open`)
  return rows[0]!.open
}

/** Open requests without anything left to wait for: the last change was stored, but what became of them was not. */
export async function findUnsettled(db: Executor): Promise<string[]> {
  const rows = await db
    .select({ id: requests.id })
    .from(requests)
    .where(
      and(
        inArray(requests.status, ['pending', 'running']),
        sql`not exists (select 1 from ${executions} where ${executions.requestId} = ${requests.id}
          and (${isOpen} or ${executions.outputCompleteAt} is null))`,
      ),
    )
    .limit(500)
  return rows.map(({ id }) => id)
}
