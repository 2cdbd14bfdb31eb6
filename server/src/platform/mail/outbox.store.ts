import { and, asc, eq, inArray, isNotNull, lt, min, or, sql } from 'drizzle-orm'
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

/**
 * Claims a mail that is waiting, or whose last attempt started before `deadSince` and never ended. One statement, so
 * only one caller gets it.
 */
export async function claimMail(
  db: Executor,
  id: string,
  now: Date,
  deadSince: Date,
): Promise<ClaimedMail | undefined> {
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

/** How many mails are still to be sent, and since when the oldest of them exists. */
export async function readUnsettled(db: Executor): Promise<{ waiting: number; sending: number; oldest: Date | null }> {
  const countOf = (state: 'waiting' | 'sending') =>
    sql<number>`(count(*) filter (where ${table.state} = ${state}))::integer`
  const [row] = await db
    .select({ waiting: countOf('waiting'), sending: countOf('sending'), oldest: min(table.createdAt) })
    .from(table)
    .where(isUnsettled)
  return row!
}

/** A sent mail is sent, whatever else was recorded about it in the meantime. */
export async function markSent(db: Executor, id: string, now: Date): Promise<void> {
  await db.update(table).set({ state: 'sent', sentAt: now, bodySealed: null, lastError: null }).where(eq(table.id, id))
}

/** Returns it to waiting for the next attempt, unless another one has started since. */
export async function releaseMail(db: Executor, id: string, attemptedAt: Date, lastError: string): Promise<void> {
  await db
    .update(table)
    .set({ state: 'waiting', lastError })
    .where(and(eq(table.id, id), eq(table.state, 'sending'), eq(table.attemptedAt, attemptedAt)))
}

/**
 * Returns the mail just given up; undefined when it was already settled. Without `lastError` the last attempt's error
 * stays.
 */
export async function markFailed(db: Executor, id: string, lastError?: string): Promise<GivenUpMail | undefined> {
  const [row] = await db
    .update(table)
    .set({
      state: 'failed',
      bodySealed: null,
      lastError: lastError ?? sql`coalesce(${table.lastError}, 'its attempts were interrupted')`,
    })
    .where(and(eq(table.id, id), isUnsettled))
    .returning({ recipient: table.recipient, lastError: table.lastError, attempts: table.attempts })
  return row
}

/** Deletes the oldest mails, at most `limit`, and returns their number. */
export async function deleteMailsBefore(db: Executor, before: Date, limit: number): Promise<number> {
  const oldest = db
    .select({ id: table.id })
    .from(table)
    .where(lt(table.createdAt, before))
    .orderBy(asc(table.createdAt))
    .limit(limit)
  const deleted = await db.delete(table).where(inArray(table.id, oldest)).returning({ id: table.id })
  return deleted.length
}

/** Gives up every mail that was not sent yet; returns their number. */
export async function discardWaitingMails(db: Executor, lastError: string): Promise<number> {
  const discarded = await db
    .update(table)
    .set({ state: 'failed', bodySealed: null, lastError })
    .where(isUnsettled)
    .returning({ id: table.id })
  return discarded.length
}
