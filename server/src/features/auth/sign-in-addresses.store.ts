import { and, eq, gt, lte } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { deleteMatching } from '../../platform/sql/delete-matching.ts'
import { signInAddresses } from './auth.tables.ts'

export async function saveSignInAddress(tx: Executor, userId: number, address: string, lastAt: Date): Promise<void> {
  await tx
    .insert(signInAddresses)
    .values({ userId, address, lastAt })
    .onConflictDoUpdate({ target: [signInAddresses.userId, signInAddresses.address], set: { lastAt } })
}

export async function hasSignedInSince(db: Executor, userId: number, address: string, since: Date): Promise<boolean> {
  const isIt = and(
    eq(signInAddresses.userId, userId),
    eq(signInAddresses.address, address),
    gt(signInAddresses.lastAt, since),
  )
  return (await db.$count(signInAddresses, isIt)) > 0
}

export async function deleteSignInAddressesBefore(db: Executor, before: Date): Promise<void> {
  await deleteMatching(
    db,
    signInAddresses,
    [signInAddresses.userId, signInAddresses.address],
    lte(signInAddresses.lastAt, before),
  )
}
