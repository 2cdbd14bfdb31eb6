import { and, asc, eq, inArray, isNull, lt, lte, ne, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { AuditCategory } from '@heddle/domain/audit/categories.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { auditEntries, loginAttempts } from './audit.tables.ts'

/** The target of entries about the settings of the log itself. */
export const AUDIT_SETTINGS = { type: 'settings', id: 'audit' } as const

type Expiry = {
  readonly before: Date
  /** For entries about the settings of the log, so that nobody can shorten the life of their own trace. */
  readonly settingsBefore: Date
  /** What is above is deleted only before that instant, and counted. */
  readonly unsent: { readonly takenUpTo: number; readonly before: Date; readonly lost: { count: number } } | undefined
}

const { targetType, targetId } = auditEntries
export const isNotAboutSettings = or(
  isNull(targetType),
  ne(targetType, AUDIT_SETTINGS.type),
  isNull(targetId),
  ne(targetId, AUDIT_SETTINGS.id),
)

/** Deletes up to one batch of a category's oldest expired entries; returns how many. */
export async function deleteOldEntries(
  tx: Executor,
  category: AuditCategory,
  expiry: Expiry,
  batch: number,
): Promise<number> {
  const { createdAt, id } = auditEntries
  const old = tx
    .select({ id })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.category, category),
        lt(createdAt, expiry.before),
        or(isNotAboutSettings, lt(createdAt, expiry.settingsBefore)),
        isReleased(expiry, id, createdAt),
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(batch)
  return countDeleted(expiry, await tx.delete(auditEntries).where(inArray(id, old)).returning({ id }))
}

export async function deleteOldLoginAttempts(tx: Executor, expiry: Expiry, batch: number): Promise<number> {
  const { id, attemptedAt } = loginAttempts
  const old = tx
    .select({ id })
    .from(loginAttempts)
    .where(and(lt(attemptedAt, expiry.before), isReleased(expiry, id, attemptedAt)))
    .orderBy(asc(attemptedAt), asc(id))
    .limit(batch)
  return countDeleted(expiry, await tx.delete(loginAttempts).where(inArray(id, old)).returning({ id }))
}

const isReleased = ({ unsent }: Expiry, id: PgColumn, at: PgColumn): SQL | undefined =>
  unsent && or(lte(id, unsent.takenUpTo), lt(at, unsent.before))

function countDeleted({ unsent }: Expiry, deleted: readonly { readonly id: number }[]): number {
  if (unsent) unsent.lost.count += deleted.filter(({ id }) => id > unsent.takenUpTo).length
  return deleted.length
}
