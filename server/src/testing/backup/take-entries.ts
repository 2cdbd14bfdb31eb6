import type { Database } from '../../adapters/database/database.ts'

/** The audit entries of this action, which are deleted: what else changed is then easily compared. */
export async function takeEntries({ pool }: Pick<Database, 'pool'>, action: string): Promise<readonly object[]> {
  const { rows } = await pool.query<object>(
    `delete from audit_entries where action = $1 returning username, user_id, category, description, metadata`,
    [action],
  )
  return rows
}
