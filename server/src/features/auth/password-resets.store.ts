import { and, eq, gt, gte, lte, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { passwordResetCodes, passwordResetTokens } from './auth.tables.ts'

type NewToken = typeof passwordResetTokens.$inferInsert

/** Only the newest link counts. */
export async function saveResetToken(tx: Executor, { userId, ...values }: NewToken): Promise<void> {
  await tx
    .insert(passwordResetTokens)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: passwordResetTokens.userId, set: values })
}

export async function findLiveToken(db: Executor, userId: number, tokenHash: string, now: Date) {
  const [row] = await db
    .select({ emailRevision: passwordResetTokens.emailRevision })
    .from(passwordResetTokens)
    .where(liveToken(userId, tokenHash, now))
  return row
}

/** Of two who use one link, one finds it. */
export async function spendToken(tx: Executor, userId: number, tokenHash: string, now: Date): Promise<boolean> {
  const deleted = await tx
    .delete(passwordResetTokens)
    .where(liveToken(userId, tokenHash, now))
    .returning({ userId: passwordResetTokens.userId })
  return deleted.length === 1
}

const liveToken = (userId: number, tokenHash: string, now: Date) =>
  and(eq(passwordResetTokens.userId, userId), eq(passwordResetTokens.tokenHash, tokenHash), gt(passwordResetTokens.expiresAt, now))

/** The one code a user can have: a newer one takes the place of the older. */
export async function saveResetCode(tx: Executor, userId: number, codeHash: string, expiresAt: Date): Promise<void> {
  const values = { codeHash, expiresAt, wrongTries: 0 }
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

/** Of two who use one code, one finds it. */
export async function spendCode(tx: Executor, userId: number, codeHash: string, now: Date): Promise<boolean> {
  const deleted = await tx
    .delete(passwordResetCodes)
    .where(and(eq(passwordResetCodes.userId, userId), eq(passwordResetCodes.codeHash, codeHash), gt(passwordResetCodes.expiresAt, now)))
    .returning({ userId: passwordResetCodes.userId })
  return deleted.length === 1
}

/** A wrong code names nobody, so it counts against every live one; those that were guessed at too often are void. */
export async function countWrongCode(tx: Executor, most: number): Promise<void> {
  await tx.update(passwordResetCodes).set({ wrongTries: sql`${passwordResetCodes.wrongTries} + 1` })
  await tx.delete(passwordResetCodes).where(gte(passwordResetCodes.wrongTries, most))
}

/** After any change of the password nothing that was made to change it counts any more. */
export async function deleteResets(tx: Executor, userId: number): Promise<void> {
  await tx.delete(passwordResetTokens).where(eq(passwordResetTokens.userId, userId))
  await tx.delete(passwordResetCodes).where(eq(passwordResetCodes.userId, userId))
}

export async function deleteExpiredResets(db: Executor, now: Date): Promise<void> {
  await db.delete(passwordResetTokens).where(lte(passwordResetTokens.expiresAt, now))
  await db.delete(passwordResetCodes).where(lte(passwordResetCodes.expiresAt, now))
}
