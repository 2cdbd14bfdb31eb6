import type { Executor } from '../../adapters/database/database.ts'
import { auditEntries, loginAttempts } from './audit.tables.ts'

type NewEntry = typeof auditEntries.$inferInsert

export async function insertAuditEntries(db: Executor, entries: readonly NewEntry[]): Promise<void> {
  await db.insert(auditEntries).values([...entries])
}

export async function insertLoginAttempt(db: Executor, attempt: typeof loginAttempts.$inferInsert): Promise<void> {
  await db.insert(loginAttempts).values(attempt)
}
