import { and, count, desc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { countedEvents } from './auth.tables.ts'

type CountedEvent = typeof countedEvents.$inferInsert

/** Until the transaction ends: concurrent events of a subject are counted one after another. */
export async function lockSubject(tx: Executor, subject: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`)
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
export async function findNthNewest(db: Executor, subject: string, nth: number, address?: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: countedEvents.at })
    .from(countedEvents)
    .where(and(eq(countedEvents.subject, subject), address === undefined ? undefined : eq(countedEvents.address, address)))
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
    .where(and(eq(countedEvents.subject, subject), address === undefined ? undefined : eq(countedEvents.address, address)))
}

export async function deleteExpiredEvents(db: Executor, now: Date): Promise<void> {
  await db.delete(countedEvents).where(lte(countedEvents.expiresAt, now))
}
