import { and, asc, getTableName, gt, gte, inArray, sql } from 'drizzle-orm'
import type { Executor } from '../../../adapters/database/database.ts'
import { earlierChunks as earlier, lineageChunks as chunks } from '../chunks.tables.ts'
import { snapshotCaptures as captures } from '../snapshots.tables.ts'

export async function hasEarlierTable(db: Executor): Promise<boolean> {
  const { rows } = await db.execute<{ is_there: boolean }>(
    sql`select to_regclass(${getTableName(earlier)}) is not null as is_there`,
  )
  return rows[0]!.is_there
}

export type EarlierChunk = { readonly id: number; readonly lineageId: string }

/** In the order of their ids, in which a base comes before the deltas that need it. */
export async function findEarlierChunks(db: Executor, after: number, limit: number): Promise<EarlierChunk[]> {
  return db
    .select({ id: earlier.id, lineageId: earlier.lineageId })
    .from(earlier)
    .where(gt(earlier.id, after))
    .orderBy(asc(earlier.id))
    .limit(limit)
}

/** Lineages that a process of the version before is capturing just now: it looks in the earlier table only. */
export async function capturedByEarlierVersion(db: Executor, lineageIds: readonly string[]): Promise<Set<string>> {
  const isOpen = and(inArray(captures.lineageId, [...lineageIds]), gte(captures.lastChunkId, 0))
  const rows = await db.select({ id: captures.lineageId }).from(captures).where(isOpen)
  return new Set(rows.map(({ id }) => id))
}

/** One statement, so that every reader finds each chunk in exactly one of the tables. */
export async function moveChunks(tx: Executor, ids: readonly number[]): Promise<number> {
  const columns = sql.raw('id, lineage_id, hash, base_id, row_count, raw_bytes, min_dn, max_dn, body')
  const { rowCount } = await tx.execute(sql`
    with moved as (delete from ${earlier} where ${earlier.id} = any(${sql.param(ids)}::bigint[]) returning ${columns})
    insert into ${chunks} (${columns}, body_bytes) select ${columns}, octet_length(body) from moved`)
  return rowCount ?? 0
}

/** False, and nothing happens, while there is a chunk in it. */
export async function dropEarlierTable(tx: Executor): Promise<boolean> {
  // Readers that wait for this behind a long one are worse than another day with an empty table.
  await tx.execute(sql`set local lock_timeout = '2s'`)
  await tx.execute(sql`lock table ${earlier} in access exclusive mode`)
  if ((await findEarlierChunks(tx, 0, 1)).length > 0) return false
  const columns = sql.raw(
    'id, lineage_id, hash, base_id, row_count, raw_bytes, min_dn, max_dn, capture_id, body, pack_id',
  )
  await tx.execute(sql`
    create or replace view ${sql.identifier('all_chunks')} as
    select ${columns}, pack_offset, body_bytes, false as is_earlier from ${chunks}`)
  await tx.execute(sql`drop table ${earlier}`)
  return true
}
