import { eq, type SQL, sql } from 'drizzle-orm'
import { DEFAULT_IGNORED_FIELDS } from '@heddle/domain/snapshot/diff-rules.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { snapshotSettings as table } from './settings.tables.ts'

type Stored = Omit<typeof table.$inferSelect, 'userId'>
export type UserSnapshotSettings = Omit<Stored, 'diffIgnoreFields'> & { readonly diffIgnoreFields: readonly string[] }

const DEFAULTS: Stored = {
  defaultRetentionPolicy: '30d',
  autoCaptureEnabled: false,
  diffKeyStrategy: 'dn',
  diffIgnoreFields: null,
  keepFirstAndLast: false,
}

/** The user's settings, with defaults for the rest. */
export async function readSettings(db: Executor, userId: number): Promise<UserSnapshotSettings> {
  const { userId: _, ...stored } = (await db.select().from(table).where(eq(table.userId, userId)))[0] ?? {
    userId,
    ...DEFAULTS,
  }
  return { ...stored, diffIgnoreFields: stored.diffIgnoreFields ?? DEFAULT_IGNORED_FIELDS }
}

/** Whether scheduled runs of the user are captured where their task does not say, for a statement to judge. */
export const capturesByItself = (userId: number): SQL =>
  sql`exists (select from ${table} where ${eq(table.userId, userId)} and ${table.autoCaptureEnabled})`

export async function writeSnapshotSettings(tx: Executor, userId: number, changed: Partial<Stored>): Promise<void> {
  const set = { userId, ...changed }
  await tx
    .insert(table)
    .values({ ...DEFAULTS, ...set })
    .onConflictDoUpdate({ target: table.userId, set })
}
