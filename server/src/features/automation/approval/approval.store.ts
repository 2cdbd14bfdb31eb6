import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { automationRequests as requests } from '../automation.tables.ts'

/** Requests that have waited too long for a decision, the oldest first. */
export async function findExpired(db: Executor, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: requests.id })
    .from(requests)
    .where(
      and(
        eq(requests.approvalStatus, 'waiting'),
        lte(requests.approvalExpiresAt, now),
        inArray(requests.status, ['pending', 'running']),
      ),
    )
    .orderBy(asc(requests.approvalExpiresAt), asc(requests.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}
