import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { type IdempotencyRow, idempotencyKeys as keys } from './idempotency.tables.ts'

type Claim = Pick<IdempotencyRow, 'id' | 'userId' | 'keyHash' | 'requestHash' | 'startedAt'>
/** Rows of before these instants are as if they were not there. */
type Outdated = { readonly kept: Date; readonly running: Date }

/** Takes the key unless another request has it; then answers that one. */
export async function claimKey(db: Executor, claim: Claim, outdated: Outdated): Promise<IdempotencyRow | undefined> {
  await db
    .delete(keys)
    .where(
      and(
        ofKey(claim),
        or(lt(keys.startedAt, outdated.kept), and(isNull(keys.status), lt(keys.startedAt, outdated.running))),
      ),
    )
  const taken = await db.insert(keys).values(claim).onConflictDoNothing().returning({ id: keys.id })
  if (taken.length > 0) return undefined
  const [other] = await db.select().from(keys).where(ofKey(claim))
  // It was released between the two statements: its caller may try again at once.
  return other ?? { ...claim, status: null, headers: null, answerSealed: null }
}

const ofKey = ({ userId, keyHash }: Pick<Claim, 'userId' | 'keyHash'>) =>
  and(eq(keys.userId, userId), eq(keys.keyHash, keyHash))

type Answer = Pick<IdempotencyRow, 'status' | 'headers' | 'answerSealed'>

export async function keepAnswer(db: Executor, id: string, answer: Answer): Promise<void> {
  await db.update(keys).set(answer).where(eq(keys.id, id))
}

export async function releaseKey(db: Executor, id: string): Promise<void> {
  await db.delete(keys).where(eq(keys.id, id))
}

export async function releaseUnanswered(db: Executor): Promise<void> {
  await db.delete(keys).where(isNull(keys.status))
}

export async function renewKeys(db: Executor, ids: readonly string[], now: Date): Promise<void> {
  await db
    .update(keys)
    .set({ startedAt: now })
    .where(and(inArray(keys.id, [...ids]), isNull(keys.status)))
}

export async function deleteKeysBefore(db: Executor, before: Date, limit: number): Promise<number> {
  const old = db.select({ id: keys.id }).from(keys).where(lt(keys.startedAt, before)).limit(limit)
  const deleted = await db.delete(keys).where(inArray(keys.id, old)).returning({ id: keys.id })
  return deleted.length
}
