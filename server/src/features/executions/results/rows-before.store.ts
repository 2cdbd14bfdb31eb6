import { and, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import type { TableHead } from '../../run-engine/index.ts'
import { storable } from '../../../platform/text/storable.ts'
import { executionRowsBefore as table, executions } from '../executions.tables.ts'

/** From here on, what the first step of a run got can be read. Its chunks were stored in the same transaction. */
export async function tellRowsBefore(tx: Executor, executionId: string, head: TableHead): Promise<void> {
  await tx
    .update(executions)
    .set({ rowsBefore: storable(head) })
    .where(eq(executions.id, executionId))
}

/** Forgets what the first steps of runs before an instant got, a batch of runs, and returns of how many. */
export async function deleteRowsBefore(tx: Executor, before: Date, batch: number): Promise<number> {
  const found = await tx
    .select({ id: executions.id })
    .from(executions)
    .where(and(isNotNull(executions.rowsBefore), lt(executions.executedAt, before)))
    .limit(batch)
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return 0
  await tx.update(executions).set({ rowsBefore: null }).where(inArray(executions.id, ids))
  await tx.delete(table).where(inArray(table.executionId, ids))
  return ids.length
}
