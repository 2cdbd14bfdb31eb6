import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { users } from '../users/index.ts'
import { changeReviews as table } from './reviews.tables.ts'

/** The ids of both snapshots, the smaller one first. */
export type ReviewedPair = { readonly first: string; readonly second: string }
export type ReviewedFields = { readonly key: string; readonly fields: readonly string[] }

const ofPair = ({ first, second }: ReviewedPair) => and(eq(table.firstId, first), eq(table.secondId, second))
const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

export const listReviews = (db: Executor, pair: ReviewedPair) =>
  db
    .select({ key: table.key, fields: table.fields, reviewedBy: users.username, reviewedAt: table.reviewedAt })
    .from(table)
    .leftJoin(users, eq(users.id, table.reviewedBy))
    .where(ofPair(pair))
    .orderBy(asc(table.reviewedAt), asc(table.keyHash))

/** How many there are, and the bytes of their texts. */
export async function measureReviews(db: Executor, pair: ReviewedPair): Promise<{ count: number; bytes: number }> {
  const bytes = sql<number>`coalesce(sum(octet_length(key) + octet_length(array_to_string(fields, ''))), 0)`
  const [found] = await db
    .select({ count: sql<number>`count(*)`.mapWith(Number), bytes: bytes.mapWith(Number) })
    .from(table)
    .where(ofPair(pair))
  return found!
}

/** Rows that are marked already are marked anew. */
export async function putReviews(
  tx: Executor,
  { first, second }: ReviewedPair,
  rows: readonly ReviewedFields[],
  by: { readonly reviewedBy: number; readonly reviewedAt: Date },
): Promise<void> {
  // A statement cannot change the same row twice.
  const once = new Map(rows.map((row) => [row.key, row]))
  await tx
    .insert(table)
    .values(
      [...once.values()].map(({ key, fields }) => ({
        ...{ firstId: first, secondId: second, keyHash: hashOf(key), key, fields: [...fields] },
        ...by,
      })),
    )
    .onConflictDoUpdate({
      target: [table.firstId, table.secondId, table.keyHash],
      set: {
        fields: sql`excluded.fields`,
        reviewedBy: sql`excluded.reviewed_by`,
        reviewedAt: sql`excluded.reviewed_at`,
      },
    })
}

export async function deleteReviews(tx: Executor, pair: ReviewedPair, keys: readonly string[]): Promise<void> {
  await tx.delete(table).where(and(ofPair(pair), inArray(table.keyHash, keys.map(hashOf))))
}
