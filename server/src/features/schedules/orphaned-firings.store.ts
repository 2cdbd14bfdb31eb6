import { and, eq, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { executions } from '../executions/index.ts'
import { scheduledExecutions as runs, scheduledTasks as tasks } from './schedules.tables.ts'

export type OrphanedRun = Awaited<ReturnType<typeof findOrphanedRuns>>[number]

/** Open runs whose execution has ended or no longer exists; then its columns are null. Without those being captured. */
export async function findOrphanedRuns(db: Executor) {
  const rows = await db
    .select({
      id: runs.id,
      taskId: runs.taskId,
      ownerId: tasks.ownerId,
      status: executions.status,
      isCancelled: sql<boolean>`coalesce(${executions.cancelRequestedAt} is not null and ${executions.status} = 'failure', false)`,
      rowCount: executions.rowCount,
      errorMessage: executions.errorMessage,
    })
    .from(tasks)
    .innerJoin(runs, and(eq(runs.firingId, tasks.openFiring), eq(runs.status, 'running')))
    .leftJoin(executions, eq(executions.id, runs.executionId))
    .where(
      and(
        isNotNull(tasks.openFiring),
        isNull(runs.capturesSince),
        or(isNull(executions.id), ne(executions.status, 'running')),
      ),
    )
  return rows.map((row) => ({ ...row, status: row.status === 'running' ? null : row.status }))
}

/** Tasks with an open firing but no open run. */
export async function findOrphanedTasks(db: Executor): Promise<{ id: string; ownerId: number }[]> {
  return db
    .select({ id: tasks.id, ownerId: tasks.ownerId })
    .from(tasks)
    .leftJoin(runs, and(eq(runs.firingId, tasks.openFiring), eq(runs.status, 'running')))
    .where(and(isNotNull(tasks.openFiring), isNull(runs.id)))
}

/** Runs left open since then for a snapshot that was not captured. */
export async function findLostCaptures(
  db: Executor,
  before: Date,
): Promise<{ id: string; taskId: string; ownerId: number }[]> {
  return db
    .select({ id: runs.id, taskId: runs.taskId, ownerId: tasks.ownerId })
    .from(tasks)
    .innerJoin(runs, eq(runs.firingId, tasks.openFiring))
    .where(and(isNotNull(tasks.openFiring), lt(runs.capturesSince, before)))
}
