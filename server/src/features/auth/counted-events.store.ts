import { and, count, desc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { deleteMatching } from '../../platform/sql/delete-matching.ts'
import { countedEvents, countedSubjects } from './auth.tables.ts'

type CountedEvent = typeof countedEvents.$inferInsert

/**
 * Until the transaction ends: concurrent events of a subject are counted one after another. Writes the row of the
 * subject, because a row can be locked on any database, an arbitrary number cannot.
 */
export async function lockSubject(tx: Executor, subject: string, expiresAt: Date): Promise<void> {
  const latest = sql`greatest(${countedSubjects.expiresAt}, excluded.expires_at)`
  await tx
    .insert(countedSubjects)
    .values({ subject, expiresAt })
    .onConflictDoUpdate({ target: countedSubjects.subject, set: { expiresAt: latest } })
}

export async function countEvents(tx: Executor, subject: string, address: string, since: Date) {
  const [row] = await tx
    .select({
      fromAddress: sql<number>`count(*) filter (where ${countedEvents.address} = ${address})`.mapWith(Number),
      overall: count(),
    })
    .from(countedEvents)
    .where(and(eq(countedEvents.subject, subject), gt(countedEvents.at, since)))
  return row!
}

/** When the nth newest event happened; from any address unless one is given. */
export async function findNthNewest(
  db: Executor,
  subject: string,
  nth: number,
  address?: string,
): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: countedEvents.at })
    .from(countedEvents)
    .where(
      and(eq(countedEvents.subject, subject), address === undefined ? undefined : eq(countedEvents.address, address)),
    )
    .orderBy(desc(countedEvents.at), desc(countedEvents.id))
    .limit(1)
    .offset(nth - 1)
  return row?.at
}

export async function insertEvent(tx: Executor, event: CountedEvent): Promise<void> {
  await tx.insert(countedEvents).values(event)
}

export async function deleteEvent(tx: Executor, id: string): Promise<void> {
  await tx.delete(countedEvents).where(eq(countedEvents.id, id))
}

/** From any address unless one is given. */
export async function deleteEvents(tx: Executor, subject: string, address?: string): Promise<void> {
  await tx
    .delete(countedEvents)
    .where(
      and(eq(countedEvents.subject, subject), address === undefined ? undefined : eq(countedEvents.address, address)),
    )
}

/** With the rows that `lockSubject` locks. */
export async function deleteExpiredEvents(db: Executor, now: Date): Promise<void> {
  await deleteMatching(db, countedEvents, [countedEvents.id], lte(countedEvents.expiresAt, now))
  await deleteMatching(db, countedSubjects, [countedSubjects.subject], lte(countedSubjects.expiresAt, now))
}
