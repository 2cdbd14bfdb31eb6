import { and, asc, eq, isNotNull, lte } from 'drizzle-orm'
import type { RetentionPolicy } from '@heddle/contract/history.ts'
import type { RetentionCandidate } from '@heddle/domain/snapshot/retention.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { snapshots as table } from '../archive/index.ts'
import { snapshotSettings as settings } from './settings.tables.ts'

/** A snapshot as the clean-up judges it. */
export type CleanupCandidate = RetentionCandidate & {
  readonly savedQueryId: string
  readonly policy: RetentionPolicy
  readonly capturedById: number | null
  /** A setting of the user who captured it: keep the first and the last snapshot of a lineage. */
  readonly keepsFirstAndLast: boolean
}

/** Lineages with expired snapshots, some of which may still be kept. `owner` null: snapshots of all users. */
export async function findLineagesWithExpired(db: Executor, now: Date, owner: number | null): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: table.lineageId })
    .from(table)
    .where(
      and(
        isNotNull(table.expiresAt),
        lte(table.expiresAt, now),
        eq(table.pinned, false),
        owner === null ? undefined : eq(table.capturedById, owner),
      ),
    )
    .orderBy(asc(table.lineageId))
  return rows.map(({ id }) => id)
}

/** All snapshots of a lineage, oldest first. */
export async function findCleanupCandidates(db: Executor, lineageId: string): Promise<CleanupCandidate[]> {
  const rows = await db
    .select({
      id: table.id,
      lineageId: table.lineageId,
      savedQueryId: table.savedQueryId,
      capturedAt: table.capturedAt,
      expiresAt: table.expiresAt,
      pinned: table.pinned,
      policy: table.retentionPolicy,
      capturedById: table.capturedById,
      keepFirstAndLast: settings.keepFirstAndLast,
    })
    .from(table)
    .leftJoin(settings, eq(settings.userId, table.capturedById))
    .where(eq(table.lineageId, lineageId))
    .orderBy(asc(table.capturedAt), asc(table.id))
  return rows.map(({ keepFirstAndLast, ...row }) => ({ ...row, keepsFirstAndLast: keepFirstAndLast ?? false }))
}
