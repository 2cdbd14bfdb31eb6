import { and, desc, eq, gt, gte, lt, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { aiUsageDays as table } from './ai.tables.ts'

/** A user's day (UTC), as YYYY-MM-DD. */
export type UsageDay = { readonly userId: number; readonly day: string }

const isOf = ({ userId, day }: UsageDay) => and(eq(table.userId, userId), eq(table.day, day))

export async function countUses(db: Executor, of: UsageDay): Promise<number> {
  const [row] = await db.select({ uses: table.uses }).from(table).where(isOf(of))
  return row?.uses ?? 0
}

/** Counts one more use, in one statement; false, and nothing changes, if that were more than `most` (null: any). */
export async function reserveUse(db: Executor, { userId, day }: UsageDay, most: number | null): Promise<boolean> {
  if (most !== null && most < 1) return false
  const rows = await db
    .insert(table)
    .values({ userId, day, uses: 1 })
    .onConflictDoUpdate({
      target: [table.userId, table.day],
      set: { uses: sql`${table.uses} + 1` },
      ...(most !== null && { setWhere: lt(table.uses, most) }),
    })
    .returning({ uses: table.uses })
  return rows.length > 0
}

export async function giveUseBack(db: Executor, of: UsageDay): Promise<void> {
  await db
    .update(table)
    .set({ uses: sql`${table.uses} - 1` })
    .where(and(isOf(of), gt(table.uses, 0)))
}

export type Tokens = { readonly inputTokens: number; readonly outputTokens: number }

/** Adds what a use took to its day, which the use has begun. */
export async function addTokens(db: Executor, of: UsageDay, { inputTokens, outputTokens }: Tokens): Promise<void> {
  await db
    .update(table)
    .set({
      inputTokens: sql`${table.inputTokens} + ${inputTokens}`,
      outputTokens: sql`${table.outputTokens} + ${outputTokens}`,
    })
    .where(isOf(of))
}

/** The days from this one on, newest first. */
export function listUsageDays(db: Executor, userId: number, from: string) {
  return db
    .select({
      day: table.day,
      uses: table.uses,
      input_tokens: table.inputTokens,
      output_tokens: table.outputTokens,
    })
    .from(table)
    .where(and(eq(table.userId, userId), gte(table.day, from)))
    .orderBy(desc(table.day))
}

/** Deletes at most `limit` of the days before this one; returns how many it deleted. */
export async function deleteUsesBefore(db: Executor, day: string, limit: number): Promise<number> {
  const old = db.select({ userId: table.userId, day: table.day }).from(table).where(lt(table.day, day)).limit(limit)
  const rows = await db
    .delete(table)
    .where(sql`(${table.userId}, ${table.day}) in ${old}`)
    .returning({ userId: table.userId })
  return rows.length
}
