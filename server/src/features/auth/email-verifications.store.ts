import { and, eq, gt, lte } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { deleteMatching } from '../../platform/sql/delete-matching.ts'
import { emailVerifications } from './auth.tables.ts'

type NewVerification = typeof emailVerifications.$inferInsert
type Address = Omit<NewVerification, 'tokenHash'>

/** A resend keeps earlier links valid, and extends them. */
export async function extendVerifications(
  tx: Executor,
  { userId, emailRevision, expiresAt }: Address,
  now: Date,
): Promise<void> {
  await tx
    .update(emailVerifications)
    .set({ expiresAt })
    .where(
      and(
        eq(emailVerifications.userId, userId),
        eq(emailVerifications.emailRevision, emailRevision),
        // An expired link stays expired.
        gt(emailVerifications.expiresAt, now),
      ),
    )
}

export async function insertVerification(tx: Executor, verification: NewVerification): Promise<void> {
  await tx.insert(emailVerifications).values(verification)
}

/** If two callers open one link at once, only one gets it. */
export async function spendVerification(tx: Executor, tokenHash: string, now: Date) {
  const [row] = await tx
    .delete(emailVerifications)
    .where(and(eq(emailVerifications.tokenHash, tokenHash), gt(emailVerifications.expiresAt, now)))
    .returning({ userId: emailVerifications.userId, emailRevision: emailVerifications.emailRevision })
  return row
}

export async function deleteExpiredVerifications(db: Executor, now: Date): Promise<void> {
  await deleteMatching(db, emailVerifications, [emailVerifications.tokenHash], lte(emailVerifications.expiresAt, now))
}
