import { and, eq, inArray, lte, or, type Placeholder, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { builtOnce, UNNAMED } from '../../platform/sql/built-once.ts'
import { insertAll, type RowChange, updateAll } from '../../platform/sql/write-all.ts'
import { connectionName } from '../controller-connections/index.ts'
import { users } from '../users/index.ts'
import {
  savedQueries as table,
  savedQueryFavorites as favorites,
  savedQueryVersions as versions,
} from './queries.tables.ts'

export type QueryCounters = { readonly query_count: number; readonly favorite_count: number }
export type NewQuery = typeof table.$inferInsert
export type NewVersion = typeof versions.$inferInsert
export type VersionRow = typeof versions.$inferSelect

export const isFavoriteOf = (userId: number | Placeholder) =>
  sql<boolean>`exists (select 1 from ${favorites} where ${favorites.savedQueryId} = ${table.id} and ${favorites.userId} = ${userId})`

const shownTo = (userId: number | Placeholder) => ({
  id: table.id,
  name: table.name,
  description: table.description,
  categoryId: table.categoryId,
  controllerConnectionId: table.controllerConnectionId,
  connectionName: connectionName(table.controllerConnectionId),
  nodes: table.nodes,
  edges: table.edges,
  postProcessors: table.postProcessors,
  expect: table.expect,
  parameters: table.parameters,
  when: table.when,
  resource: table.resource,
  reason: table.reason,
  severity: table.severity,
  why: table.why,
  remedy: table.remedy,
  links: table.links,
  look: table.look,
  pack: table.pack,
  currentVersion: table.currentVersion,
  currentVersionHash: table.currentVersionHash,
  createdBy: table.createdBy,
  createdByName: users.username,
  createdAt: table.createdAt,
  updatedAt: table.updatedAt,
  isFavorite: isFavoriteOf(userId),
})
export type QueryRow = NonNullable<Awaited<ReturnType<typeof findQuery>>>

export async function findQuery(db: Executor, userId: number, id: string) {
  const [row] = await queryById(db).execute({ userId, id })
  return row
}

const queryById = builtOnce((db) =>
  db
    .select(shownTo(sql.placeholder('userId')))
    .from(table)
    .leftJoin(users, eq(users.id, table.createdBy))
    .where(eq(table.id, sql.placeholder('id')))
    .prepare(UNNAMED),
)

export async function queryExists(db: Executor, id: string): Promise<boolean> {
  return (await db.$count(table, eq(table.id, id))) > 0
}

export type LockedQuery = typeof table.$inferSelect

/** Locks the row until the transaction ends. */
export async function lockQuery(tx: Executor, id: string) {
  const [row] = await tx.select().from(table).where(eq(table.id, id)).for('update')
  return row
}

/** Locks the rows until the transaction ends; in one order, so that no two wait for each other. */
export async function lockQueries(tx: Executor, ids: readonly string[]) {
  return tx
    .select()
    .from(table)
    .where(inArray(table.id, [...ids]))
    .orderBy(table.id)
    .for('update')
}

export async function insertQueries(tx: Executor, queries: readonly NewQuery[]): Promise<void> {
  await insertAll(tx, table, queries)
}

export type ChangedQuery = RowChange<LockedQuery, NewQuery>

/** Changes queries that are locked. */
export const updateQueries = (tx: Executor, changes: readonly ChangedQuery[]): Promise<void> =>
  updateAll(tx, table, changes)

export async function deleteQuery(tx: Executor, id: string): Promise<void> {
  await tx.delete(table).where(eq(table.id, id))
}

export async function insertVersions(tx: Executor, added: readonly NewVersion[]): Promise<void> {
  await insertAll(tx, versions, added)
}

/** Deletes the oldest versions of queries: of each those up to a number. */
export async function deleteVersionsUpTo(
  tx: Executor,
  queries: readonly { readonly id: string; readonly upTo: number }[],
): Promise<void> {
  const old = queries.filter(({ upTo }) => upTo > 0)
  if (old.length === 0) return
  await tx
    .delete(versions)
    .where(or(...old.map(({ id, upTo }) => and(eq(versions.savedQueryId, id), lte(versions.version, upTo)))))
}

export type VersionSummary = Pick<
  VersionRow,
  'version' | 'beforeHash' | 'afterHash' | 'changes' | 'changedAt' | 'changedBy'
>
type VersionAsJson = Omit<VersionSummary, 'changedAt'> & { readonly changedAt: string }

/** Newest first, without the bodies. */
const HISTORY = sql<readonly VersionAsJson[]>`(select coalesce(json_agg(json_build_object(
    'version', ${versions.version}, 'beforeHash', ${versions.beforeHash}, 'afterHash', ${versions.afterHash},
    'changes', ${versions.changes}, 'changedAt', ${versions.changedAt}, 'changedBy', ${versions.changedBy}
  ) order by ${versions.version} desc), '[]'::json)
  from ${versions} where ${versions.savedQueryId} = ${table.id})`

/** A query with its history, in one statement: it is what users open all the time. */
export async function findQueryDetail(db: Executor, userId: number, id: string) {
  const [found] = await db
    .select({ ...shownTo(userId), history: HISTORY })
    .from(table)
    .leftJoin(users, eq(users.id, table.createdBy))
    .where(eq(table.id, id))
  if (!found) return undefined
  const { history, ...row } = found
  return { row, history: history.map((entry) => ({ ...entry, changedAt: new Date(entry.changedAt) })) }
}

export async function findVersion(db: Executor, queryId: string, version: number): Promise<VersionRow | undefined> {
  const [row] = await db
    .select()
    .from(versions)
    .where(and(eq(versions.savedQueryId, queryId), eq(versions.version, version)))
  return row
}

export async function addFavorite(db: Executor, userId: number, queryId: string): Promise<void> {
  await db.insert(favorites).values({ userId, savedQueryId: queryId }).onConflictDoNothing()
}

export async function removeFavorite(db: Executor, userId: number, queryId: string): Promise<void> {
  await db.delete(favorites).where(and(eq(favorites.userId, userId), eq(favorites.savedQueryId, queryId)))
}

/** Serializes the creation of a user's queries, so that they can be counted. */
export async function lockOwner(tx: Executor, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
}

/** How many queries each of these users owns, and how many favorites they have. */
export async function countersOf(db: Executor, userIds: readonly number[]): Promise<Map<number, QueryCounters>> {
  const ids = sql`${sql.param([...userIds])}::int[]`
  const { rows } = await db.execute<{ id: number; query_count: number; favorite_count: number }>(sql`
    select u.id,
      (select count(*)::int from ${table} where ${table.createdBy} = u.id) as query_count,
      (select count(*)::int from ${favorites} where ${favorites.userId} = u.id) as favorite_count
    from unnest(${ids}) as u(id)`)
  return new Map(rows.map(({ id, ...counters }) => [id, counters]))
}
