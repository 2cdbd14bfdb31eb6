import { and, eq, gt, gte, lte } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { deleteMatching } from '../../platform/sql/delete-matching.ts'
import { addressTakeBacks } from '../users/index.ts'

type TakeBack = typeof addressTakeBacks.$inferSelect

export async function insertTakeBack(tx: Executor, takeBack: TakeBack): Promise<void> {
  await tx.insert(addressTakeBacks).values(takeBack)
}

/** If two callers send one token at once, only one gets it. */
export async function spendTakeBack(tx: Executor, tokenHash: string, now: Date): Promise<TakeBack | undefined> {
  const [row] = await tx
    .delete(addressTakeBacks)
    .where(and(eq(addressTakeBacks.tokenHash, tokenHash), gt(addressTakeBacks.expiresAt, now)))
    .returning()
  return row
}

/** Links to addresses that came after the one that was taken back: they may be the thief's. */
export async function deleteTakeBacksSince(
  tx: Executor,
  { userId, createdAt }: Pick<TakeBack, 'userId' | 'createdAt'>,
): Promise<void> {
  await tx
    .delete(addressTakeBacks)
    .where(and(eq(addressTakeBacks.userId, userId), gte(addressTakeBacks.createdAt, createdAt)))
}

export async function deleteExpiredTakeBacks(db: Executor, now: Date): Promise<void> {
  await deleteMatching(db, addressTakeBacks, [addressTakeBacks.tokenHash], lte(addressTakeBacks.expiresAt, now))
}
