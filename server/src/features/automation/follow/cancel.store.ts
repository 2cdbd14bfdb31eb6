import { and, asc, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { automationExecutions as executions } from '../automation.tables.ts'

const CLAIMED = {
  id: executions.id,
  connectionId: executions.connectionId,
  jobId: executions.jobId,
  jobKind: executions.jobKind,
}

type CancelTimes = { readonly now: Date; readonly sentBefore: Date; readonly pollAt: Date }

/** Claims jobs to be cancelled on the automation server, and those whose last attempt is too long ago. */
export async function claimCancels(db: Executor, { now, sentBefore, pollAt }: CancelTimes, most: number) {
  const isDue = and(
    isNotNull(executions.cancelRequestedAt),
    isNotNull(executions.jobId),
    inArray(executions.status, ['pending', 'running']),
    or(isNull(executions.cancelSentAt), lte(executions.cancelSentAt, sentBefore)),
  )
  const due = db
    .select({ id: executions.id })
    .from(executions)
    .where(isDue)
    .orderBy(asc(executions.cancelRequestedAt))
    .limit(most)
  return (
    db
      .update(executions)
      // A job that ends because of it shows that soon.
      .set({ cancelSentAt: now, pollAt })
      .where(and(inArray(executions.id, due), isDue))
      .returning(CLAIMED)
  )
}
