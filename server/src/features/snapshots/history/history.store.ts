import { and, asc, eq, gte } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { snapshots as table } from '../../archive/index.ts'

export type CaptureFilter = {
  readonly savedQuery: string
  readonly connection?: string | undefined
  readonly since: Date
}

/**
 * When each capture happened and how much had changed, oldest first. Only these columns: there may be thousands of
 * rows.
 */
export async function listCaptures(db: Executor, { savedQuery, connection, since }: CaptureFilter) {
  return db
    .select({ capturedAt: table.capturedAt, rowCount: table.rowCount, changes: table.changes })
    .from(table)
    .where(
      and(
        eq(table.savedQueryId, savedQuery),
        gte(table.capturedAt, since),
        connection === undefined ? undefined : eq(table.controllerConnectionId, connection),
      ),
    )
    .orderBy(asc(table.capturedAt), asc(table.id))
}
