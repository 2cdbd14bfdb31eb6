import { eq, sql } from 'drizzle-orm'
import { isTimeZone } from '@heddle/domain/schedule/time-zone.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import { users } from '../../users/index.ts'
import { taskSettings as table } from '../executions.tables.ts'

export type TaskSettings = Omit<typeof table.$inferSelect, 'userId' | 'defaultTimezone'> & {
  readonly defaultTimezone: string
}
export type NewTaskSettings = Omit<typeof table.$inferInsert, 'userId'>

export const DEFAULT_RETENTION_DAYS = 30
const DEFAULTS = {
  maxConcurrentBackground: 3,
  executionLogRetentionDays: DEFAULT_RETENTION_DAYS,
  pauseAfterFailures: 10,
}

/** The stored settings, with defaults for the rest; the default time zone comes from the user's preferences. */
export async function readTaskSettings(db: Executor, userId: number): Promise<TaskSettings> {
  const [row] = await db
    .select({
      preferred: sql<string | null>`${users.preferences} ->> 'timezone'`,
      maxConcurrentBackground: table.maxConcurrentBackground,
      executionLogRetentionDays: table.executionLogRetentionDays,
      defaultTimezone: table.defaultTimezone,
      pauseAfterFailures: table.pauseAfterFailures,
    })
    .from(users)
    .leftJoin(table, eq(table.userId, users.id))
    .where(eq(users.id, userId))
  const preferred = row?.preferred != null && isTimeZone(row.preferred) ? row.preferred : 'UTC'
  return {
    maxConcurrentBackground: row?.maxConcurrentBackground ?? DEFAULTS.maxConcurrentBackground,
    executionLogRetentionDays: row?.executionLogRetentionDays ?? DEFAULTS.executionLogRetentionDays,
    defaultTimezone: row?.defaultTimezone ?? preferred,
    pauseAfterFailures: row?.pauseAfterFailures ?? DEFAULTS.pauseAfterFailures,
  }
}

export async function writeTaskSettings(tx: Executor, userId: number, settings: NewTaskSettings): Promise<void> {
  await tx
    .insert(table)
    .values({ userId, ...settings })
    .onConflictDoUpdate({ target: table.userId, set: settings })
}

/** Serialises the decisions about which runs of a user may start. */
export async function lockUserOfRuns(tx: Executor, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}
