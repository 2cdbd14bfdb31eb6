import { and, asc, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { fromNow } from '../../../platform/sql/columns.ts'
import { groupInTurns } from '../../users/index.ts'
import { executions as table } from '../executions.tables.ts'
import { RUN_REF, type RunRef } from './runs.store.ts'

/** A manual run whose process died, and the digest of what it worked on. */
export type LostRun = RunRef & { readonly work: string | null }

const ago = (ms: number) => fromNow(-ms)

const isManual = and(eq(table.status, 'running'), eq(table.trigger, 'manual'))

/** Moves on the deadlines of those of the runs that are manual and will be due soon. */
export async function renewLeases(
  db: Executor,
  ids: readonly string[],
  lease: { readonly ms: number; readonly renewBelowMs: number },
) {
  await db
    .update(table)
    .set({ deadlineAt: fromNow(lease.ms) })
    .where(and(inArray(table.id, [...ids]), isManual, lt(table.deadlineAt, fromNow(lease.renewBelowMs))))
}

/** Manual runs whose process has not moved on their deadline in time. */
export async function findExpiredLeases(db: Executor, most: number) {
  return db
    .select({ ...RUN_REF, work: table.work, deadlineAt: table.deadlineAt })
    .from(table)
    .where(and(isManual, lt(table.deadlineAt, ago(0))))
    .orderBy(asc(table.executedAt))
    .limit(most)
}

/** For a database that no other process uses. */
export async function findManualRuns(db: Executor): Promise<LostRun[]> {
  return db
    .select({ ...RUN_REF, work: table.work })
    .from(table)
    .where(isManual)
}

/** Runs whose cancel no process reacts to. */
export async function findDeafRuns(db: Executor, deafForMs: number, most: number): Promise<RunRef[]> {
  return db
    .select(RUN_REF)
    .from(table)
    .where(and(eq(table.status, 'running'), lt(table.cancelRequestedAt, ago(deafForMs))))
    .orderBy(asc(table.executedAt))
    .limit(most)
}

/**
 * Runs that a job should have claimed by now. Includes queued runs of deleted users, which nothing else would admit.
 */
export async function findStrayRuns(db: Executor, admittedForMs: number, most: number) {
  return db
    .select({ ...RUN_REF, group: groupInTurns(table.userId) })
    .from(table)
    .where(
      and(
        eq(table.status, 'running'),
        inArray(table.trigger, ['background', 'schedule']),
        or(
          and(eq(table.attempts, 0), lt(table.admittedAt, ago(admittedForMs))),
          lt(table.deadlineAt, ago(0)),
          and(isNull(table.admittedAt), isNull(table.userId)),
        ),
      ),
    )
    .orderBy(asc(table.executedAt))
    .limit(most)
}
