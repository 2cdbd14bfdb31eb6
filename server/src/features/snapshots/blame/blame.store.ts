import { and, eq, inArray } from 'drizzle-orm'
import type { SpanOfRecords } from '@heddle/domain/fabric/audit-records.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import { snapshotBlames as table } from '../blames.tables.ts'

export type SnapshotPair = { readonly a: string; readonly b: string }

// The database compresses it.
const pack = ({ records, isWhole }: SpanOfRecords): Buffer => Buffer.from(JSON.stringify({ records, isWhole }))
const unpack = (body: Buffer): SpanOfRecords => JSON.parse(Buffer.from(body).toString('utf8')) as SpanOfRecords

export async function findBlame(db: Executor, { a, b }: SnapshotPair): Promise<SpanOfRecords | undefined> {
  const [row] = await db
    .select({ body: table.body })
    .from(table)
    .where(and(eq(table.snapshotA, a), eq(table.snapshotB, b)))
  return row && unpack(row.body)
}

/** What is kept of pairs that end with one of these snapshots, by the ids of both. */
export async function findBlamesUpTo(
  db: Executor,
  snapshots: readonly string[],
): Promise<ReadonlyMap<string, SpanOfRecords>> {
  if (snapshots.length === 0) return new Map()
  const rows = await db
    .select()
    .from(table)
    .where(inArray(table.snapshotB, [...snapshots]))
  return new Map(rows.map(({ snapshotA, snapshotB, body }) => [pairKey(snapshotA, snapshotB), unpack(body)]))
}

export const pairKey = (a: string, b: string): string => `${a} ${b}`

/** What was read first stays: the controller may have forgotten something since. */
export async function keepBlame(
  db: Executor,
  { a, b }: SnapshotPair,
  span: SpanOfRecords,
  readAt: Date,
): Promise<void> {
  await db
    .insert(table)
    .values({ snapshotA: a, snapshotB: b, readAt, recordCount: span.records.length, body: pack(span) })
    .onConflictDoNothing()
}
