import { and, eq, gt, lte } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { emailVerifications } from './auth.tables.ts'

type NewVerification = typeof emailVerifications.$inferInsert

/** A resend keeps earlier links alive, and prolongs them. */
export async function insertVerification(tx: Executor, verification: NewVerification, now: Date): Promise<void> {
  const { userId, emailRevision, expiresAt } = verification
  await tx
    .update(emailVerifications)
    .set({ expiresAt })
    .where(
      and(
        eq(emailVerifications.userId, userId),
        eq(emailVerifications.emailRevision, emailRevision),
        // What has expired stays so.
        gt(emailVerifications.expiresAt, now),
      ),
    )
  await tx.insert(emailVerifications).values(verification)
}

/** Of two who open one link, one finds it. */
export async function spendVerification(tx: Executor, tokenHash: string, now: Date) {
  const [row] = await tx
    .delete(emailVerifications)
    .where(and(eq(emailVerifications.tokenHash, tokenHash), gt(emailVerifications.expiresAt, now)))
    .returning({ userId: emailVerifications.userId, emailRevision: emailVerifications.emailRevision })
  return row
}

export async function deleteExpiredVerifications(db: Executor, now: Date): Promise<void> {
  await db.delete(emailVerifications).where(lte(emailVerifications.expiresAt, now))
}
