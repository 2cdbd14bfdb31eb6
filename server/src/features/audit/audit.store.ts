import type { Executor } from '../../adapters/database/database.ts'
import { auditEntries, loginAttempts } from './audit.tables.ts'

export async function insertAuditEntry(db: Executor, entry: typeof auditEntries.$inferInsert): Promise<void> {
  await db.insert(auditEntries).values(entry)
}

export async function insertLoginAttempt(db: Executor, attempt: typeof loginAttempts.$inferInsert): Promise<void> {
  await db.insert(loginAttempts).values(attempt)
}
