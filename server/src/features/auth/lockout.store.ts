import { eq, lt } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { loginFailures } from './auth.tables.ts'

/** The failures of a name, locked until the transaction ends: concurrent attempts are counted one after another. */
export async function lockFailures(tx: Executor, username: string, now: Date): Promise<readonly Date[]> {
  await tx.insert(loginFailures).values({ username, failedAt: [], expiresAt: now }).onConflictDoNothing()
  const [row] = await tx.select().from(loginFailures).where(eq(loginFailures.username, username)).for('update')
  return row?.failedAt ?? []
}

export async function writeFailures(tx: Executor, username: string, failedAt: readonly Date[], expiresAt: Date): Promise<void> {
  await tx
    .update(loginFailures)
    .set({ failedAt: [...failedAt], expiresAt })
    .where(eq(loginFailures.username, username))
}

export async function deleteFailures(db: Executor, username: string): Promise<void> {
  await db.delete(loginFailures).where(eq(loginFailures.username, username))
}

export async function deleteExpiredFailures(db: Executor, now: Date): Promise<void> {
  await db.delete(loginFailures).where(lt(loginFailures.expiresAt, now))
}
