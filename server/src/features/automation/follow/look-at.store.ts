import { eq } from 'drizzle-orm'
import type { JobRef } from '../../../adapters/automation-server/automation-server.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import { automationExecutions as executions } from '../automation.tables.ts'

/** Undefined if the execution has no job. */
export async function findJobOf(
  db: Executor,
  executionId: string,
): Promise<{ connectionId: string; ref: JobRef } | undefined> {
  const [row] = await db
    .select({ connectionId: executions.connectionId, jobId: executions.jobId, jobKind: executions.jobKind })
    .from(executions)
    .where(eq(executions.id, executionId))
  if (!row || row.jobId === null) return undefined
  return { connectionId: row.connectionId, ref: { id: row.jobId, kind: row.jobKind ?? 'job' } }
}
