import { and, countDistinct, eq, gte, sql } from 'drizzle-orm'
import { AUDIT_CATEGORIES, type AuditCategory } from '@heddle/domain/audit/categories.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { isNotAboutSettings } from './audit-retention.store.ts'
import { auditEntries, loginAttempts } from './audit.tables.ts'
import type { CountedRange } from './closed-days.ts'

/** The instant of each category's oldest entry, which retention would delete first. */
export async function findOldest(db: Executor): Promise<Map<AuditCategory, number>> {
  const { rows } = await db.execute<{ category: AuditCategory; oldest: number | null }>(sql`
    select wanted.category, (
      select extract(epoch from ${auditEntries.createdAt})::float8 * 1000 from ${auditEntries}
      where ${auditEntries.category} = wanted.category and ${isNotAboutSettings}
      order by ${auditEntries.createdAt} limit 1
    ) as oldest
    from unnest(${sql.param([...AUDIT_CATEGORIES])}::text[]) as wanted (category)`)
  return new Map(rows.flatMap(({ category, oldest }) => (oldest === null ? [] : [[category, oldest]])))
}

/** How many entries each range has, from the index alone. */
export async function countRanges(db: Executor, ranges: readonly CountedRange[]): Promise<number[]> {
  const instants = (of: (range: CountedRange) => number | null) =>
    ranges.map((range) => {
      const ms = of(range)
      return ms === null ? 'infinity' : new Date(ms).toISOString()
    })
  const { rows } = await db.execute<{ entries: number }>(sql`
    select (
      select count(*)::int from ${auditEntries}
      where ${auditEntries.category} = counted.category
        and ${auditEntries.createdAt} >= counted.since and ${auditEntries.createdAt} < counted.until
    ) as entries
    from unnest(
      ${sql.param(ranges.map(({ category }) => category))}::text[],
      ${sql.param(instants(({ from }) => from))}::timestamptz[],
      ${sql.param(instants(({ to }) => to))}::timestamptz[]
    ) with ordinality as counted (category, since, until, place)
    order by counted.place`)
  return rows.map(({ entries }) => entries)
}

export async function countFailedLogins(db: Executor, since: Date): Promise<number> {
  return db.$count(loginAttempts, and(eq(loginAttempts.success, false), gte(loginAttempts.attemptedAt, since)))
}

// Guessing usernames at sign-in adds as many names.
const MOST_NAMES = 10_000

/** Distinct usernames since an instant. */
export async function countActors(db: Executor, since: Date): Promise<number> {
  return (await hopActors(db, since)) ?? (await readActors(db, since))
}

/**
 * Hops from name to name in the index and checks each for an entry in the window, so the time depends on the number of
 * names, not of entries. Undefined if there are too many names for that.
 */
async function hopActors(db: Executor, since: Date): Promise<number | undefined> {
  const { rows } = await db.execute<{ names: number; actors: number }>(sql`
    with recursive hops (username) as (
      (select username from ${auditEntries} order by username limit 1)
      union all
      select (select username from ${auditEntries} where username > hops.username order by username limit 1)
      from hops where hops.username is not null
    ), names as materialized (
      select username from hops where username is not null limit ${MOST_NAMES + 1}
    )
    select count(*)::int as names, count(*) filter (where exists (
      select from ${auditEntries} where ${auditEntries.username} = names.username and ${gte(auditEntries.createdAt, since)}
    ))::int as actors
    from names`)
  const { names, actors } = rows[0]!
  return names > MOST_NAMES ? undefined : actors
}

async function readActors(db: Executor, since: Date): Promise<number> {
  const [row] = await db
    .select({ count: countDistinct(auditEntries.username) })
    .from(auditEntries)
    .where(gte(auditEntries.createdAt, since))
  return row?.count ?? 0
}
