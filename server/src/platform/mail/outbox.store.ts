import { and, asc, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { mailOutbox as table } from './mail.tables.ts'

export type NewMail = {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly bodySealed: string
  readonly createdAt: Date
}
export type ClaimedMail = { readonly recipient: string; readonly subject: string; readonly bodySealed: string }
export type GivenUpMail = { readonly recipient: string; readonly lastError: string | null; readonly attempts: number }

const isUnsettled = inArray(table.state, ['waiting', 'sending'])

export async function insertMail(tx: Executor, mail: NewMail): Promise<void> {
  await tx.insert(table).values(mail)
}

/** Takes a mail that waits, or whose last attempt began before `deadSince` and never ended. One statement, so only one claimer gets it. */
export async function claimMail(db: Executor, id: string, now: Date, deadSince: Date): Promise<ClaimedMail | undefined> {
  const isFree = or(eq(table.state, 'waiting'), and(eq(table.state, 'sending'), lt(table.attemptedAt, deadSince)))
  const [row] = await db
    .update(table)
    .set({ state: 'sending', attempts: sql`${table.attempts} + 1`, attemptedAt: now })
    .where(and(eq(table.id, id), isFree, isNotNull(table.bodySealed)))
    .returning({ recipient: table.recipient, subject: table.subject, bodySealed: table.bodySealed })
  return row?.bodySealed == null ? undefined : { ...row, bodySealed: row.bodySealed }
}

export async function isMailUnsettled(db: Executor, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), isUnsettled))
  return rows.length > 0
}

/** That a mail was sent stays true, whatever else was written about it meanwhile. */
export async function markSent(db: Executor, id: string, now: Date): Promise<void> {
  await db.update(table).set({ state: 'sent', sentAt: now, bodySealed: null, lastError: null }).where(eq(table.id, id))
}

/** Lets it wait for the next attempt, unless another one has begun since. */
export async function releaseMail(db: Executor, id: string, attemptedAt: Date, lastError: string): Promise<void> {
  await db
    .update(table)
    .set({ state: 'waiting', lastError })
    .where(and(eq(table.id, id), eq(table.state, 'sending'), eq(table.attemptedAt, attemptedAt)))
}

/** The mail that was given up now; undefined when it was settled before. Without `lastError` that of the last attempt stays. */
export async function markFailed(db: Executor, id: string, lastError?: string): Promise<GivenUpMail | undefined> {
  const [row] = await db
    .update(table)
    .set({ state: 'failed', bodySealed: null, lastError: lastError ?? sql`coalesce(${table.lastError}, 'its attempts were broken off')` })
    .where(and(eq(table.id, id), isUnsettled))
    .returning({ recipient: table.recipient, lastError: table.lastError, attempts: table.attempts })
  return row
}

/** How many of the oldest mails were deleted, at most `limit`. */
export async function deleteMailsBefore(db: Executor, before: Date, limit: number): Promise<number> {
  const oldest = db.select({ id: table.id }).from(table).where(lt(table.createdAt, before)).orderBy(asc(table.createdAt)).limit(limit)
  const deleted = await db.delete(table).where(inArray(table.id, oldest)).returning({ id: table.id })
  return deleted.length
}
