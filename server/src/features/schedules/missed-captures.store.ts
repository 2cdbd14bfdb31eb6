import { and, eq, gte, isNull, lt, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import {
  scheduledExecutions as runs,
  scheduledFirings as firings,
  scheduledTasks as tasks,
} from './schedules.tables.ts'

/** Instants at which days begin, and the end of the last. */
export type DayBounds = readonly Date[]

/** More tasks of one query are not looked at, so that no query keeps the server busy. */
const MOST_TASKS = 200

export const listTasksOfQuery = (db: Executor, savedQuery: string) =>
  db.select().from(tasks).where(eq(tasks.savedQueryId, savedQuery)).orderBy(tasks.createdAt, tasks.id).limit(MOST_TASKS)

/** The place of an instant among the days, from 0. */
const dayOf = (instant: SQLWrapper, days: DayBounds): SQL<number> =>
  sql<number>`width_bucket(${instant}, ${sql.param(days.map((day) => day.toISOString()))}::timestamptz[]) - 1`

/** How many slots of a task fired on each day, from a slot on. */
export async function countFiredSlots(
  db: Executor,
  task: { id: string; from: Date },
  days: DayBounds,
): Promise<{ day: number; count: number }[]> {
  const day = dayOf(firings.slot, days)
  return db
    .select({ day, count: sql<number>`count(*)::int` })
    .from(firings)
    .where(and(eq(firings.taskId, task.id), gte(firings.slot, task.from), lt(firings.slot, days.at(-1)!)))
    .groupBy(sql`1`)
}

/** How many scheduled runs of a task ended without a snapshot on each day, by whether they were to be captured. */
export async function countUncapturedRuns(
  db: Executor,
  task: { id: string; savedQueryId: string; connection: string | undefined },
  days: DayBounds,
) {
  const day = dayOf(runs.scheduledFor, days)
  return db
    .select({ day, captures: runs.captureSnapshot, count: sql<number>`count(*)::int` })
    .from(runs)
    .where(
      and(
        eq(runs.taskId, task.id),
        eq(runs.savedQueryId, task.savedQueryId),
        // A run starts at its slot or later, and the index knows when it started.
        gte(runs.startedAt, days[0]!),
        gte(runs.scheduledFor, days[0]!),
        lt(runs.scheduledFor, days.at(-1)!),
        isNull(runs.snapshotId),
        ne(runs.status, 'running'),
        ne(runs.trigger, 'manual'),
        task.connection === undefined ? undefined : eq(runs.controllerConnectionId, task.connection),
      ),
    )
    .groupBy(sql`1`, runs.captureSnapshot)
}
