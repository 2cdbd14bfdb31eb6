import { and, asc, eq, inArray, isNotNull, isNull, notInArray, or } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import { bytesOf } from '../../platform/sql/page-by-size.ts'
import { savedQueries } from '../queries/index.ts'
import { users } from '../users/index.ts'
import { type RepositoryChangeRow, queryRepositoryChanges as table } from './repositories.tables.ts'

const { nodes, edges, postProcessors, expect, parameters, when, resource, reason } = savedQueries
const { severity, why, remedy, links, look } = savedQueries
const CONTENT = {
  name: savedQueries.name,
  description: savedQueries.description,
  categoryId: savedQueries.categoryId,
  controllerConnectionId: savedQueries.controllerConnectionId,
  ...{ nodes, edges, postProcessors, expect, parameters, when, resource, reason },
  ...{ severity, why, remedy, links, look },
}
export type QueryContent = Awaited<ReturnType<typeof contentsOf>>[number]['content']

/** Saved queries as they are now. */
export async function contentsOf(db: Executor, ids: readonly string[]) {
  const rows = await db
    .select({ id: savedQueries.id, content: CONTENT })
    .from(savedQueries)
    .where(inArray(savedQueries.id, [...ids]))
  return rows
}

/** All that is in these folders, with about how many bytes it has. */
export const findQueriesInFolders = (db: Executor, folders: readonly number[]) =>
  db
    .select({
      id: savedQueries.id,
      bytes: bytesOf([nodes, edges, postProcessors, expect, parameters, when, reason, why, remedy, links]).mapWith(
        Number,
      ),
    })
    .from(savedQueries)
    .where(and(inArray(savedQueries.categoryId, [...folders]), isNull(savedQueries.pack)))
    .orderBy(asc(savedQueries.name), asc(savedQueries.id))

export async function insertChanges(tx: Executor, rows: readonly (typeof table.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(table).values([...rows])
}

export async function deleteChanges(tx: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(table).where(inArray(table.id, [...ids]))
}

export const countOpenChanges = (db: Executor, repositoryId: string): Promise<number> =>
  db.$count(table, eq(table.repositoryId, repositoryId))

export const findConflicts = (db: Executor, repositoryId: string) =>
  db
    .select()
    .from(table)
    .where(and(eq(table.repositoryId, repositoryId), isNotNull(table.conflictPath)))
    .orderBy(asc(table.position))
    .limit(200)

export async function findConflict(
  tx: Executor,
  repositoryId: string,
  id: string,
): Promise<RepositoryChangeRow | undefined> {
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.repositoryId, repositoryId), eq(table.id, id), isNotNull(table.conflictPath)))
    .for('update')
  return row
}

/** The saves of one query, oldest first. */
export const findChangesOfQuery = (db: Executor, repositoryId: string, savedQueryId: string) =>
  db
    .select()
    .from(table)
    .where(and(eq(table.repositoryId, repositoryId), eq(table.savedQueryId, savedQueryId)))
    .orderBy(asc(table.position))

export async function updateRepositoryChange(
  tx: Executor,
  id: string,
  values: Partial<RepositoryChangeRow>,
): Promise<void> {
  await tx.update(table).set(values).where(eq(table.id, id))
}

/** The oldest saves that wait, without what they hold. */
export const findWaitingChanges = (db: Executor, repositoryId: string, limit: number) =>
  db
    .select({
      ...{ id: table.id, savedQueryId: table.savedQueryId, conflictPath: table.conflictPath },
      bytes: bytesOf([table.content]).mapWith(Number),
    })
    .from(table)
    .where(eq(table.repositoryId, repositoryId))
    .orderBy(asc(table.position))
    .limit(limit)

export const findRepositoryChanges = (db: Executor, ids: readonly string[]) =>
  db
    .select()
    .from(table)
    .where(inArray(table.id, [...ids]))
    .orderBy(asc(table.position))

/** Who a commit is by. */
export async function findAuthor(db: Executor, userId: number | null) {
  if (userId === null) return undefined
  const [row] = await db
    .select({ username: users.username, email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId))
  return row
}

/** Whether there are saves that nobody has to decide on. */
export async function hasFreeChanges(db: Executor, repositoryId: string): Promise<boolean> {
  const undecided = db
    .select({ id: table.savedQueryId })
    .from(table)
    .where(and(eq(table.repositoryId, repositoryId), isNotNull(table.conflictPath), isNotNull(table.savedQueryId)))
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.repositoryId, repositoryId),
        or(isNull(table.savedQueryId), notInArray(table.savedQueryId, undecided)),
      ),
    )
    .limit(1)
  return rows.length > 0
}
