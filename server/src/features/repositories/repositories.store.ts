import { and, asc, eq, getTableColumns, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import { countUnlessShown } from '../../platform/sql/counted-page.ts'
import { qualified } from '../../platform/sql/qualified.ts'
import { queryCategories } from '../queries/index.ts'
import { users } from '../users/index.ts'
import {
  queryRepositoryChanges as changes,
  queryRepositories as table,
  type RepositoryRow,
} from './repositories.tables.ts'

const {
  tokenSealed,
  known: _k,
  waitingDocument: _d,
  waitingPlaces: _p,
  waitingFaults: _f,
  ...VISIBLE
} = getTableColumns(table)
const countOf = (more: SQL) =>
  qualified(sql<number>`(select count(*)::int from ${changes} where ${changes.repositoryId} = ${table.id} ${more})`)
const SHOWN = {
  ...VISIBLE,
  hasToken: sql<boolean>`${tokenSealed} is not null`,
  ownerName: users.username,
  waitingChanges: countOf(sql``),
  conflicts: countOf(sql`and ${changes.conflictPath} is not null`),
}
export type ShownRepository = Awaited<ReturnType<typeof selectShown>>[number]

const selectShown = (db: Executor, where?: SQL) =>
  db.select(SHOWN).from(table).leftJoin(users, eq(users.id, table.ownerId)).where(where)

export async function listRepositories(db: Executor, page: PageRequest): Promise<PageOf<ShownRepository>> {
  const items = await selectShown(db).orderBy(asc(table.createdAt), asc(table.id)).limit(page.size).offset(page.offset)
  return { count: await countUnlessShown(db, { table, where: undefined }, page, items.length), items }
}

export async function findShown(db: Executor, id: string): Promise<ShownRepository | undefined> {
  const [row] = await selectShown(db, eq(table.id, id))
  return row
}

/** With what is sealed. */
export async function findRepository(db: Executor, id: string): Promise<RepositoryRow | undefined> {
  const [row] = await db.select().from(table).where(eq(table.id, id))
  return row
}

export async function lockRepository(tx: Executor, id: string): Promise<RepositoryRow | undefined> {
  const [row] = await tx.select().from(table).where(eq(table.id, id)).for('update')
  return row
}

export async function insertRepository(tx: Executor, row: typeof table.$inferInsert): Promise<void> {
  await tx.insert(table).values(row)
}

export async function updateRepository(tx: Executor, id: string, values: Partial<RepositoryRow>): Promise<void> {
  await tx.update(table).set(values).where(eq(table.id, id))
}

export async function deleteRepository(tx: Executor, id: string): Promise<void> {
  await tx.delete(table).where(eq(table.id, id))
}

export const countRepositories = (tx: Executor): Promise<number> => tx.$count(table)

/** The folders that are in Git. */
export const findBound = (db: Executor) =>
  db.select({ id: table.id, categoryId: table.categoryId, mode: table.mode }).from(table)
export type BoundFolder = Awaited<ReturnType<typeof findBound>>[number]

export const findFolders = (db: Executor) =>
  db
    .select({
      id: queryCategories.id,
      name: queryCategories.name,
      parentId: queryCategories.parentId,
      isOfPacks: queryCategories.isOfPacks,
    })
    .from(queryCategories)

/** Until a repository's changes were looked at again. */
export async function makeDue(tx: Executor, id: string, at: Date): Promise<void> {
  await tx
    .update(table)
    .set({
      nextAttemptAt: sql`least(coalesce(${table.nextAttemptAt}, ${sql.param(at, table.nextAttemptAt)}), ${sql.param(at, table.nextAttemptAt)})`,
    })
    .where(eq(table.id, id))
}

export const hasDue = async (db: Executor, now: Date): Promise<boolean> =>
  (await db.select({ id: table.id }).from(table).where(lte(table.nextAttemptAt, now)).limit(1)).length > 0

/**
 * Claims a repository that is due and that nobody works on, or whose worker has been silent for too long. One
 * statement, so only one caller gets it; the token proves later that it is still the caller's.
 */
export async function claimRepository(
  db: Executor,
  token: string,
  now: Date,
  leasedUntil: Date,
): Promise<RepositoryRow | undefined> {
  const due = db
    .select({ id: table.id })
    .from(table)
    .where(and(lte(table.nextAttemptAt, now), or(isNull(table.leasedUntil), lt(table.leasedUntil, now))))
    .orderBy(asc(table.nextAttemptAt), asc(table.id))
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await db
    .update(table)
    .set({ leaseToken: token, leasedUntil })
    .where(and(sql`${table.id} = (${due})`, isNotNull(table.nextAttemptAt)))
    .returning()
  return row
}

/** Writes what came of it, and lets go. False if it is no longer the caller's, and nothing was written. */
export async function settleClaim(
  tx: Executor,
  id: string,
  token: string,
  values: Partial<RepositoryRow>,
): Promise<boolean> {
  const rows = await tx
    .update(table)
    .set({ ...values, leaseToken: null, leasedUntil: null })
    .where(and(eq(table.id, id), eq(table.leaseToken, token)))
    .returning({ id: table.id })
  return rows.length > 0
}
