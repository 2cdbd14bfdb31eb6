import { and, asc, eq, inArray, isNull, lt, ne, or } from 'drizzle-orm'
import type { AuditCategory } from '@heddle/domain/audit/categories.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { auditEntries, loginAttempts } from './audit.tables.ts'

/** The target of entries about the settings of the log itself. */
export const AUDIT_SETTINGS = { type: 'settings', id: 'audit' } as const

type Expiry = {
  readonly before: Date
  /** For entries about the settings of the log, so that nobody can shorten the life of their own trace. */
  readonly settingsBefore: Date
}

/** Deletes up to one batch of a category's oldest expired entries; returns how many. */
export async function deleteOldEntries(
  tx: Executor,
  category: AuditCategory,
  expiry: Expiry,
  batch: number,
): Promise<number> {
  const { targetType, targetId, createdAt, id } = auditEntries
  const isNotAboutSettings = or(
    isNull(targetType),
    ne(targetType, AUDIT_SETTINGS.type),
    isNull(targetId),
    ne(targetId, AUDIT_SETTINGS.id),
  )
  const old = tx
    .select({ id })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.category, category),
        lt(createdAt, expiry.before),
        or(isNotAboutSettings, lt(createdAt, expiry.settingsBefore)),
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(batch)
  return (await tx.delete(auditEntries).where(inArray(id, old))).rowCount ?? 0
}

export async function deleteOldLoginAttempts(tx: Executor, before: Date, batch: number): Promise<number> {
  const old = tx
    .select({ id: loginAttempts.id })
    .from(loginAttempts)
    .where(lt(loginAttempts.attemptedAt, before))
    .orderBy(asc(loginAttempts.attemptedAt), asc(loginAttempts.id))
    .limit(batch)
  return (await tx.delete(loginAttempts).where(inArray(loginAttempts.id, old))).rowCount ?? 0
}
