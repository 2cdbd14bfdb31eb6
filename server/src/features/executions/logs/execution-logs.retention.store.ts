import { sql } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { executions as table, taskSettings } from '../executions.tables.ts'
import { users } from '../../users/index.ts'

/**
 * Deletes a batch of logs older than their user's retention and returns how many. The oldest logs of each user are
 * found through the index, so logs with a long retention are not read on every pass. Running ones stay.
 */
export async function deleteExpiredExecutions(
  db: Executor,
  now: Date,
  defaultDays: number,
  batch: number,
): Promise<number> {
  const before = (days: unknown) => sql`${now.toISOString()}::timestamptz - make_interval(days => ${days})`
  const oldest = (user: unknown, days: unknown) => sql`
    select log.id from ${table} log where ${user} and log.executed_at < ${before(days)} and log.status <> 'running'
    order by log.executed_at limit ${batch}`
  const { rowCount } = await db.execute(sql`
    delete from ${table} where id in (
      select expired.id from (
        (select ofUser.id from ${users} u left join ${taskSettings} s on s.user_id = u.id
          cross join lateral (${oldest(sql`log.user_id = u.id`, sql`coalesce(s.execution_log_retention_days, ${defaultDays})`)}) ofUser
          limit ${batch})
        union all
        (${oldest(sql`log.user_id is null`, sql`${defaultDays}::int`)})
      ) expired limit ${batch}
    )`)
  return rowCount ?? 0
}
