import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from '../../adapters/database/database.ts'
import { deleteInBatches } from './delete-in-batches.ts'

const BATCH = 1_000

/**
 * Deletes all rows that match, in batches by their key, so that no statement holds its locks for long. Rows that
 * somebody else has locked are left for another time. Returns how many were deleted.
 */
export async function deleteMatching(
  db: Executor,
  table: PgTable,
  key: readonly PgColumn[],
  where: SQL,
  batch = BATCH,
): Promise<number> {
  const columns = sql.join([...key], sql`, `)
  return deleteInBatches(batch, async (limit) => {
    const keys = sql`select ${columns} from ${table} where ${where} limit ${limit} for update skip locked`
    // Materialized: otherwise the planner may look for the rows again for each row that it deletes.
    const { rowCount } = await db.execute(sql`
      with batch_keys as materialized (${keys}) delete from ${table} where (${columns}) in (select * from batch_keys)`)
    return rowCount ?? 0
  })
}
