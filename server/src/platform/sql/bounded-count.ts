import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from '../../adapters/database/database.ts'
import type { PageRequest, CountedPage } from '../../kernel/paging.ts'

/** Up to this many matches are counted exactly, if the planner expects no more; see docs/adr/0008-audit-log.md. */
export const COUNT_BOUND = 10_000

export type CountedSelection = {
  readonly table: PgTable
  readonly where: SQL | undefined
  readonly order: readonly SQL[]
}
type Listed = CountedSelection & { readonly table: PgTable & { readonly id: AnyPgColumn } }

/** One page of a log. `query` selects from the log's table; what it joins must not change which rows there are. */
export async function readPage<Query extends PgSelect>(
  db: Executor,
  query: Query,
  selection: Listed,
  page: PageRequest,
): Promise<CountedPage<Awaited<Query>[number]>> {
  const { size, offset } = page
  const rows = await query
    .where(offset === 0 ? selection.where : isOnPage(db, selection, page))
    .orderBy(...selection.order)
    .limit(size + 1)
  const seen = offset + rows.length
  const items = rows.slice(0, size)
  // The last page gives the exact count.
  if (rows.length <= size) return { items, hasMore: false, count: seen, countIsExact: true }
  const expected = await estimateRows(db, selection)
  // Counting is pointless if more than the bound are expected.
  const counted = expected > COUNT_BOUND ? expected : await countUpTo(db, selection, COUNT_BOUND + 1)
  return { items, hasMore: true, count: Math.max(counted, seen), countIsExact: counted <= COUNT_BOUND }
}

/**
 * Pages after the first are found in the index alone: what a list shows, and what it joins, would otherwise be read for
 * all rows that are passed over.
 */
function isOnPage(db: Executor, { table, where, order }: Listed, { size, offset }: PageRequest): SQL {
  const ids = db
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(...order)
    .limit(size + 1)
    .offset(offset)
  return sql`${table.id} = any(array${ids})`
}

/** In the list's order, so that the scan follows its index and ends at the bound. */
async function countUpTo(db: Executor, { table, where, order }: CountedSelection, bound: number): Promise<number> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .orderBy(...order)
    .limit(bound)
    .as('some')
  return db.$count(some)
}

/** How many rows the planner expects from its statistics. */
export async function estimateRows(
  db: Executor,
  { table, where }: Pick<CountedSelection, 'table' | 'where'>,
): Promise<number> {
  const { rows } = await db.execute<{ 'QUERY PLAN': readonly [{ readonly Plan: { readonly 'Plan Rows': number } }] }>(
    sql`explain (format json) select 1 from ${table} where ${where ?? sql`true`}`,
  )
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}
