import { and, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { conditionOf, type LogFilter, orderOf, auditSearch, type Walk } from './audit-log.store.ts'
import { auditEntries as table } from './audit.tables.ts'
import { estimateRows } from '../../platform/sql/bounded-count.ts'
import type { WalkPlace } from '../../platform/sql/walk-order.ts'

// Search strategies; docs/adr/0008-audit-log.md says when each is fast. The planner cannot choose between them: it does
// not know where in the log a term occurs, and a wrong guess costs seconds.

/** How many entries are read first, which is enough for frequent terms. */
export const SEARCH_WINDOW = 5_000
/** The most entries that are read along the list for one term. */
export const SEARCH_REACH = 100_000
const MOST_MATCHES = 100_000

export type Part = { readonly offset: number; readonly limit: number }
export type FoundLogs = {
  readonly ids: readonly number[]
  /** How many matches were counted. */
  readonly counted: number
  /** Whether `counted` is the total. */
  readonly isComplete: boolean
}
export type WindowMatches = FoundLogs & {
  /** How many entries were read. */
  readonly seen: number
  /** Where the window ends. */
  readonly end: WalkPlace | undefined
}
type FoundRow = { readonly ids: readonly (string | number)[]; readonly matches: number }
type NearRow = FoundRow & {
  readonly seen: number
  readonly end_id: string | number | null
  readonly end_ms: number | null
}

const join = (order: readonly SQL[]) => sql.join([...order], sql`, `)

/** Filters the first entries of the list: fast for frequent terms and short logs. */
export async function searchWindow(
  db: Executor,
  filter: LogFilter,
  walk: Walk,
  { offset, limit }: Part,
): Promise<WindowMatches> {
  const order = join(orderOf(filter))
  // Every step is aliased to the table's name, so that the same conditions and orders work on it.
  const { rows } = await db.execute<NearRow>(sql`
    with recent as materialized (
      select id, created_at, description from ${table} where ${conditionOf(filter, walk) ?? sql`true`} order by ${order} limit ${SEARCH_WINDOW}
    ), matching as materialized (
      select id, created_at from recent as ${table} where ${auditSearch(filter)}
    ), ending as (
      select id, extract(epoch from created_at) * 1000 as ms from recent as ${table} order by ${order} offset ${SEARCH_WINDOW - 1} limit 1
    )
    select (select count(*) from recent)::int as seen, (select count(*) from matching)::int as matches,
           (select id from ending) as end_id, (select ms from ending)::float8 as end_ms,
           array(select id from matching as ${table} order by ${order} limit ${limit} offset ${offset}) as ids`)
  const { ids, matches, seen, end_id: id, end_ms: ms } = rows[0]!
  const end = id === null || ms === null ? undefined : { id: Number(id), time: new Date(ms) }
  return { ids: ids.map(Number), counted: matches, isComplete: end === undefined || seen < SEARCH_WINDOW, seen, end }
}

// The index needs three consecutive letters or digits. Outside ASCII, what counts as a letter depends on the database's
// locale.
const HAS_TRIGRAM = /[a-z0-9]{3}/i

export const hasTrigram = ({ search = '' }: LogFilter): boolean => HAS_TRIGRAM.test(search)

// In effect until the transaction ends. Leaves the planner the trigram index, or an even more selective bitmap scan.
const ONLY_BITMAPS = sql.raw(
  `select ${['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan', 'jit'].map((name) => `set_config('${name}', 'off', true)`).join(', ')}`,
)

/**
 * Uses the trigram index: fast for rare terms. `ids` are useless if `isComplete` is false. Needs its own transaction.
 */
export async function searchTrigrams(
  tx: Executor,
  filter: LogFilter,
  walk: Walk,
  { offset, limit }: Part,
): Promise<FoundLogs> {
  await tx.execute(ONLY_BITMAPS)
  const { rows } = await tx.execute<FoundRow>(sql`
    with matching as materialized (
      select id, created_at from ${table} where ${and(conditionOf(filter, walk), auditSearch(filter))} limit ${MOST_MATCHES + 1}
    )
    select (select count(*) from matching)::int as matches,
           array(select id from matching as ${table} order by ${join(orderOf(filter))} limit ${limit} offset ${offset}) as ids`)
  const { ids, matches } = rows[0]!
  return { ids: ids.map(Number), counted: matches, isComplete: matches <= MOST_MATCHES }
}

/** Reads along the list until enough is found, up to `reach` entries or through the whole log. */
export async function searchAlongList(
  db: Executor,
  filter: LogFilter,
  walk: Walk,
  { offset, limit }: Part,
  reach: number | undefined,
) {
  const order = orderOf(filter)
  const way = db
    .select({ id: table.id, createdAt: table.createdAt, description: table.description })
    .from(table)
    .where(conditionOf(filter, walk))
    .orderBy(...order)
  // The limit keeps the planner from searching in any other order.
  const { rows } = await db.execute<{ id: string | number }>(sql`
    select id from (${way.limit(reach ?? Number.MAX_SAFE_INTEGER)}) as ${table}
    where ${auditSearch(filter)} order by ${join(order)} limit ${limit} offset ${offset}`)
  const ids = rows.map(({ id }) => Number(id))
  return {
    ids,
    counted: offset + ids.length,
    isComplete: reach === undefined && ids.length < limit,
  } satisfies FoundLogs
}

/** Whether the list has more entries than `reach`, matching or not. */
export async function isBeyondReach(db: Executor, filter: LogFilter, walk: Walk, reach: number): Promise<boolean> {
  const rest = await db
    .select({ id: table.id })
    .from(table)
    .where(conditionOf(filter, walk))
    .orderBy(...orderOf(filter))
    .limit(1)
    .offset(reach)
  return rest.length > 0
}

/** The planner's estimate of how many entries match the filter without the search. */
export const estimateEntries = (db: Executor, filter: LogFilter): Promise<number> =>
  estimateRows(db, { table, where: conditionOf(filter) })

/** The planner's estimate of how many entries match. */
export const estimateMatches = (db: Executor, filter: LogFilter): Promise<number> =>
  estimateRows(db, { table, where: and(conditionOf(filter), auditSearch(filter)) })
