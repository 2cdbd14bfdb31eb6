import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { executions as table } from '../executions.tables.ts'

export type WantedRun = {
  readonly savedQueryId: string
  readonly savedQueryVersion: number
  readonly connection: string
  readonly since: Date
  /** Only runs of this user; of any when undefined. */
  readonly userId: number | undefined
}

const MOST_CANDIDATES = 10

/** Successful runs of a query as it is, without variables, newest first; with the warnings that tell a past result. */
export async function findRecentRuns(db: Executor, wanted: WantedRun) {
  return db
    .select({ id: table.id, warnings: table.warnings })
    .from(table)
    .where(
      and(
        eq(table.savedQueryId, wanted.savedQueryId),
        eq(table.savedQueryVersion, wanted.savedQueryVersion),
        eq(table.controllerConnectionId, wanted.connection),
        isNull(table.controllerConnectionIds),
        eq(table.status, 'success'),
        gte(table.executedAt, wanted.since),
        eq(table.skipPostProcessors, false),
        sql`${table.variables} = '{}'::jsonb`,
        wanted.userId === undefined ? undefined : eq(table.userId, wanted.userId),
      ),
    )
    .orderBy(desc(table.executedAt), desc(table.id))
    .limit(MOST_CANDIDATES)
}
