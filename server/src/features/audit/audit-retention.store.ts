import { and, asc, eq, inArray, lt } from 'drizzle-orm'
import type { AuditCategory } from '@heddle/domain/audit/actions.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { auditEntries, loginAttempts } from './audit.tables.ts'

/** Deletes up to one batch of a category's oldest entries from before an instant; returns how many. */
export async function deleteOldEntries(tx: Executor, category: AuditCategory, before: Date, batch: number): Promise<number> {
  const old = tx
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(and(eq(auditEntries.category, category), lt(auditEntries.createdAt, before)))
    .orderBy(asc(auditEntries.createdAt), asc(auditEntries.id))
    .limit(batch)
  return (await tx.delete(auditEntries).where(inArray(auditEntries.id, old))).rowCount ?? 0
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
