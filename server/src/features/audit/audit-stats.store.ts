import { and, countDistinct, eq, gte, sql } from 'drizzle-orm'
import { AUDIT_CATEGORIES, type AuditCategory } from '@heddle/domain/audit/categories.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { auditEntries, loginAttempts } from './audit.tables.ts'

/** Counts entries per category since an instant, from index ranges alone. */
export async function countByCategory(db: Executor, since: Date): Promise<Record<AuditCategory, number>> {
  const names = sql.join(
    AUDIT_CATEGORIES.map((name) => sql`(${name}::text)`),
    sql`, `,
  )
  const { rows } = await db.execute<{ category: AuditCategory; entries: number }>(sql`
    select wanted.category, (
      select count(*)::int from ${auditEntries}
      where ${auditEntries.category} = wanted.category and ${gte(auditEntries.createdAt, since)}
    ) as entries
    from (values ${names}) as wanted (category)`)
  return Object.fromEntries(rows.map(({ category, entries }) => [category, entries])) as Record<AuditCategory, number>
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
