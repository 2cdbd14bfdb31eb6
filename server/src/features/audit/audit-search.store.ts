import { and, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { conditionOf, type LogFilter, orderOf, searchOf, type Walk } from './audit-log.store.ts'
import { auditEntries as table } from './audit.tables.ts'
import { estimateRows } from '../../platform/sql/bounded-count.ts'
import type { Place } from '../../platform/sql/walk-order.ts'

// The ways a term can be found; docs/adr/0008-audit-log.md says when which is quick. The planner can not choose between them:
// it does not know how often a term occurs where, and takes seconds when it guesses wrong.

/** How many entries are read for a term that is expected to be frequent. */
export const SEARCH_WINDOW = 5_000
/** How many are read at most for one that is not found otherwise. */
export const SEARCH_REACH = 100_000
const MOST_MATCHES = 100_000

export type Part = { readonly offset: number; readonly limit: number }
export type Found = {
  readonly ids: readonly number[]
  /** Matches counted. */
  readonly counted: number
  /** `counted` is all there are. */
  readonly isComplete: boolean
}
export type FoundNear = Found & {
  /** How many entries were looked at. */
  readonly seen: number
  /** Where the window ends. */
  readonly end: Place | undefined
}
type FoundRow = { readonly ids: readonly (string | number)[]; readonly matches: number }
type NearRow = FoundRow & { readonly seen: number; readonly end_id: string | number | null; readonly end_ms: number | null }

const join = (order: readonly SQL[]) => sql.join([...order], sql`, `)

/** Reads the first entries of the list and keeps what matches: quick for what is frequent, and for a short log. */
export async function searchWindow(db: Executor, filter: LogFilter, walk: Walk, { offset, limit }: Part): Promise<FoundNear> {
  const order = join(orderOf(filter))
  // Every step keeps the table's name, so that the same conditions and orders fit it.
  const { rows } = await db.execute<NearRow>(sql`
    with recent as materialized (
      select id, created_at, description from ${table} where ${conditionOf(filter, walk) ?? sql`true`} order by ${order} limit ${SEARCH_WINDOW}
    ), matching as materialized (
      select id, created_at from recent as ${table} where ${searchOf(filter)}
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

// The index knows parts of three letters or digits. Of others than these it depends on the database's locale what a letter is.
const HAS_TRIGRAM = /[a-z0-9]{3}/i

export const hasTrigram = ({ search = '' }: LogFilter): boolean => HAS_TRIGRAM.test(search)

// Until the transaction ends. What is left is the trigram index, or a part of the list that is even shorter.
const ONLY_BITMAPS = sql.raw(
  `select ${['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan', 'jit'].map((name) => `set_config('${name}', 'off', true)`).join(', ')}`,
)

/** Asks the trigram index: quick for what is rare. `ids` are of no use when there are too many. Takes a transaction of its own. */
export async function searchTrigrams(tx: Executor, filter: LogFilter, walk: Walk, { offset, limit }: Part): Promise<Found> {
  await tx.execute(ONLY_BITMAPS)
  const { rows } = await tx.execute<FoundRow>(sql`
    with matching as materialized (
      select id, created_at from ${table} where ${and(conditionOf(filter, walk), searchOf(filter))} limit ${MOST_MATCHES + 1}
    )
    select (select count(*) from matching)::int as matches,
           array(select id from matching as ${table} order by ${join(orderOf(filter))} limit ${limit} offset ${offset}) as ids`)
  const { ids, matches } = rows[0]!
  return { ids: ids.map(Number), counted: matches, isComplete: matches <= MOST_MATCHES }
}

/** Reads along the list until enough is found, a limited way or through the whole log. */
export async function searchAlong(db: Executor, filter: LogFilter, walk: Walk, { offset, limit }: Part, reach: number | undefined) {
  const order = orderOf(filter)
  const way = db
    .select({ id: table.id, createdAt: table.createdAt, description: table.description })
    .from(table)
    .where(conditionOf(filter, walk))
    .orderBy(...order)
  // The limit keeps the planner from looking for the term in any other order.
  const { rows } = await db.execute<{ id: string | number }>(sql`
    select id from (${way.limit(reach ?? Number.MAX_SAFE_INTEGER)}) as ${table}
    where ${searchOf(filter)} order by ${join(order)} limit ${limit} offset ${offset}`)
  const ids = rows.map(({ id }) => Number(id))
  return { ids, counted: offset + ids.length, isComplete: reach === undefined && ids.length < limit } satisfies Found
}

/** Whether the list has more entries than are read along it, term or not. */
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

/** How many entries the other conditions leave, as the planner sees it. */
export const estimateEntries = (db: Executor, filter: LogFilter): Promise<number> => estimateRows(db, { table, where: conditionOf(filter) })

/** How many entries match, as the planner sees it. */
export const estimateMatches = (db: Executor, filter: LogFilter): Promise<number> =>
  estimateRows(db, { table, where: and(conditionOf(filter), searchOf(filter)) })
