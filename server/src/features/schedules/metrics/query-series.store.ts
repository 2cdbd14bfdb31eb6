import { and, eq, getTableColumns, gt, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { controllerConnections as connections } from '../../controller-connections/index.ts'
import { querySeries as series, scheduledTasks as tasks } from '../schedules.tables.ts'

export type SeriesRow = typeof series.$inferSelect
export type MeasuredSeries = Awaited<ReturnType<typeof findSeries>>[number]
export type MeasuringTask = Awaited<ReturnType<typeof listMeasuringTasks>>[number]
type Place = { readonly metricName: string; readonly createdAt: Date; readonly id: string }

export async function writeSeries(tx: Executor, row: SeriesRow): Promise<void> {
  const { taskId: _, controllerConnectionId: __, ...measured } = row
  await tx
    .insert(series)
    .values(row)
    .onConflictDoUpdate({ target: [series.taskId, series.controllerConnectionId], set: measured })
}

export async function deleteSeriesOf(tx: Executor, taskId: string): Promise<void> {
  await tx.delete(series).where(eq(series.taskId, taskId))
}

const NAME = sql<string>`(${tasks.metric} ->> 'name')`

/** Tasks with a metric, those of one name together, oldest first; some at a time, after the last one. */
export async function listMeasuringTasks(db: Executor, after: Place | undefined, limit: number) {
  const { id, ownerId, name, metric, createdAt } = tasks
  return db
    .select({
      id,
      ownerId,
      name,
      metric: sql<NonNullable<(typeof tasks.$inferSelect)['metric']>>`${metric}`,
      metricName: NAME,
      createdAt,
    })
    .from(tasks)
    .where(
      and(
        isNotNull(metric),
        after &&
          or(
            gt(NAME, after.metricName),
            and(eq(NAME, after.metricName), gt(createdAt, after.createdAt)),
            and(eq(NAME, after.metricName), eq(createdAt, after.createdAt), gt(id, after.id)),
          ),
      ),
    )
    .orderBy(NAME, createdAt, id)
    .limit(limit)
}

/** What these tasks have measured. The connection of a merged run has no name: it stands for several. */
export async function findSeries(db: Executor, taskIds: readonly string[]) {
  return db
    .select({ ...getTableColumns(series), connectionName: connections.name, isMerged: tasks.merge })
    .from(series)
    .innerJoin(tasks, eq(tasks.id, series.taskId))
    .leftJoin(connections, eq(connections.id, series.controllerConnectionId))
    .where(inArray(series.taskId, [...taskIds]))
    .orderBy(series.taskId, series.controllerConnectionId)
}
