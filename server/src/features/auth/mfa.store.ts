import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { deleteMatching } from '../../platform/sql/delete-matching.ts'
import { mfaBackupCodes, mfaChallenges, mfaFactors } from './auth.tables.ts'

export async function findFactor(db: Executor, userId: number) {
  const [row] = await db.select().from(mfaFactors).where(eq(mfaFactors.userId, userId))
  return row
}

/** Leaves the current factor unchanged. */
export async function savePendingSecret(
  tx: Executor,
  userId: number,
  pendingSecretSealed: string,
  pendingExpiresAt: Date,
): Promise<void> {
  const pending = { pendingSecretSealed, pendingExpiresAt }
  await tx
    .insert(mfaFactors)
    .values({ userId, ...pending })
    .onConflictDoUpdate({ target: mfaFactors.userId, set: pending })
}

/** Makes the pending secret the current one; false if it is no longer the one that was verified. */
export async function activateFactor(
  tx: Executor,
  userId: number,
  { pending, live, step }: { readonly pending: string; readonly live: string; readonly step: number },
): Promise<boolean> {
  const updated = await tx
    .update(mfaFactors)
    .set({ secretSealed: live, lastStep: step, pendingSecretSealed: null, pendingExpiresAt: null })
    .where(and(eq(mfaFactors.userId, userId), eq(mfaFactors.pendingSecretSealed, pending)))
    .returning({ userId: mfaFactors.userId })
  return updated.length === 1
}

/** Accepts a time step once, and none before it: if two callers send one code, only one gets in. */
export async function spendStep(tx: Executor, userId: number, secretSealed: string, step: number): Promise<boolean> {
  const updated = await tx
    .update(mfaFactors)
    .set({ lastStep: step })
    .where(and(eq(mfaFactors.userId, userId), eq(mfaFactors.secretSealed, secretSealed), lt(mfaFactors.lastStep, step)))
    .returning({ userId: mfaFactors.userId })
  return updated.length === 1
}

export async function deleteFactor(tx: Executor, userId: number): Promise<void> {
  await tx.delete(mfaFactors).where(eq(mfaFactors.userId, userId))
  await tx.delete(mfaBackupCodes).where(eq(mfaBackupCodes.userId, userId))
}

export async function listBackupCodes(db: Executor, userId: number) {
  return db
    .select({ id: mfaBackupCodes.id, codeHash: mfaBackupCodes.codeHash })
    .from(mfaBackupCodes)
    .where(eq(mfaBackupCodes.userId, userId))
}

export async function countBackupCodes(db: Executor, userId: number): Promise<number> {
  return db.$count(mfaBackupCodes, eq(mfaBackupCodes.userId, userId))
}

export async function replaceBackupCodes(
  tx: Executor,
  userId: number,
  codes: readonly { id: string; codeHash: string }[],
): Promise<void> {
  await tx.delete(mfaBackupCodes).where(eq(mfaBackupCodes.userId, userId))
  await tx.insert(mfaBackupCodes).values(codes.map((code) => ({ ...code, userId })))
}

/** If two callers use one code at once, only one gets it. */
export async function spendBackupCode(tx: Executor, id: string): Promise<boolean> {
  const deleted = await tx.delete(mfaBackupCodes).where(eq(mfaBackupCodes.id, id)).returning({ id: mfaBackupCodes.id })
  return deleted.length === 1
}

export async function insertChallenge(tx: Executor, tokenHash: string, userId: number, expiresAt: Date): Promise<void> {
  await tx.insert(mfaChallenges).values({ tokenHash, userId, expiresAt })
}

/**
 * Counts a try before it is checked. Returns the user, or undefined if the challenge is unknown, expired, or out of
 * tries.
 */
export async function tryChallenge(
  db: Executor,
  tokenHash: string,
  now: Date,
  maxTries: number,
): Promise<number | undefined> {
  const [row] = await db
    .update(mfaChallenges)
    .set({ tries: sql`${mfaChallenges.tries} + 1` })
    .where(
      and(eq(mfaChallenges.tokenHash, tokenHash), gt(mfaChallenges.expiresAt, now), lt(mfaChallenges.tries, maxTries)),
    )
    .returning({ userId: mfaChallenges.userId })
  return row?.userId
}

/** If two callers finish one challenge at once, only one gets it. */
export async function spendChallenge(tx: Executor, tokenHash: string): Promise<boolean> {
  const deleted = await tx
    .delete(mfaChallenges)
    .where(eq(mfaChallenges.tokenHash, tokenHash))
    .returning({ userId: mfaChallenges.userId })
  return deleted.length === 1
}

export async function deleteExpiredChallenges(db: Executor, now: Date): Promise<void> {
  await deleteMatching(db, mfaChallenges, [mfaChallenges.tokenHash], lt(mfaChallenges.expiresAt, now))
}
