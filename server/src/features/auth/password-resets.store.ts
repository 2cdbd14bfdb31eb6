import { and, eq, gt, lte } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { deleteMatching } from '../../platform/sql/delete-matching.ts'
import { passwordResetCodes, passwordResetTokens } from './auth.tables.ts'

type NewToken = typeof passwordResetTokens.$inferInsert

/** Only the newest link is valid. */
export async function saveResetToken(tx: Executor, { userId, ...values }: NewToken): Promise<void> {
  await tx
    .insert(passwordResetTokens)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: passwordResetTokens.userId, set: values })
}

export async function isLiveToken(db: Executor, userId: number, tokenHash: string, now: Date): Promise<boolean> {
  return (await db.$count(passwordResetTokens, liveToken(userId, tokenHash, now))) > 0
}

/** If two callers use one link at once, only one gets it. */
export async function spendToken(tx: Executor, userId: number, tokenHash: string, now: Date): Promise<boolean> {
  const deleted = await tx
    .delete(passwordResetTokens)
    .where(liveToken(userId, tokenHash, now))
    .returning({ userId: passwordResetTokens.userId })
  return deleted.length === 1
}

const liveToken = (userId: number, tokenHash: string, now: Date) =>
  and(
    eq(passwordResetTokens.userId, userId),
    eq(passwordResetTokens.tokenHash, tokenHash),
    gt(passwordResetTokens.expiresAt, now),
  )

/** A user has at most one code: a new one replaces it. */
export async function saveResetCode(tx: Executor, userId: number, codeHash: string, expiresAt: Date): Promise<void> {
  const values = { codeHash, expiresAt }
  await tx
    .insert(passwordResetCodes)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: passwordResetCodes.userId, set: values })
}

export async function findCodeHolder(db: Executor, codeHash: string, now: Date): Promise<number | undefined> {
  const [row] = await db
    .select({ userId: passwordResetCodes.userId })
    .from(passwordResetCodes)
    .where(and(eq(passwordResetCodes.codeHash, codeHash), gt(passwordResetCodes.expiresAt, now)))
  return row?.userId
}

/** If two callers use one code at once, only one gets it. */
export async function spendCode(tx: Executor, userId: number, codeHash: string, now: Date): Promise<boolean> {
  const deleted = await tx
    .delete(passwordResetCodes)
    .where(
      and(
        eq(passwordResetCodes.userId, userId),
        eq(passwordResetCodes.codeHash, codeHash),
        gt(passwordResetCodes.expiresAt, now),
      ),
    )
    .returning({ userId: passwordResetCodes.userId })
  return deleted.length === 1
}

/** A link proves the address it was mailed to: it is void once mail goes elsewhere. */
export async function deleteResetLinks(tx: Executor, userId: number): Promise<void> {
  await tx.delete(passwordResetTokens).where(eq(passwordResetTokens.userId, userId))
}

/** Every change of the password voids all links and codes for it. */
export async function deleteResets(tx: Executor, userId: number): Promise<void> {
  await deleteResetLinks(tx, userId)
  await tx.delete(passwordResetCodes).where(eq(passwordResetCodes.userId, userId))
}

export async function deleteExpiredResets(db: Executor, now: Date): Promise<void> {
  await deleteMatching(db, passwordResetTokens, [passwordResetTokens.userId], lte(passwordResetTokens.expiresAt, now))
  await deleteMatching(db, passwordResetCodes, [passwordResetCodes.userId], lte(passwordResetCodes.expiresAt, now))
}
