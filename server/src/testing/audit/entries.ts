import type { Executor } from '../../adapters/database/database.ts'
import { auditEntries, loginAttempts } from '../../features/audit/audit.tables.ts'

type NewEntry = typeof auditEntries.$inferInsert
type NewAttempt = typeof loginAttempts.$inferInsert

const PER_INSERT = 1_000

/** Inserts entries as they would be recorded; a test names only what it asserts on. */
export async function insertEntries(
  db: Executor,
  entries: readonly (Partial<NewEntry> & Pick<NewEntry, 'createdAt'>)[],
): Promise<void> {
  for (let start = 0; start < entries.length; start += PER_INSERT) {
    await db
      .insert(auditEntries)
      .values(entries.slice(start, start + PER_INSERT).map((entry) => ({ ...ENTRY, ...entry })))
  }
}

export async function insertAttempts(
  db: Executor,
  attempts: readonly (Partial<NewAttempt> & Pick<NewAttempt, 'attemptedAt'>)[],
): Promise<void> {
  await db.insert(loginAttempts).values(attempts.map((attempt) => ({ ...ATTEMPT, ...attempt })))
}

const ENTRY = {
  category: 'query_execution',
  action: 'query_run',
  username: 'somebody',
  description: 'Ran a query',
  metadata: {},
  contentCompressed: false,
  contentSizeBytes: 0,
} as const

const ATTEMPT = { username: 'somebody', success: true, failureReason: '' } as const
