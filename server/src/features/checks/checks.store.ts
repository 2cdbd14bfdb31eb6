import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Finding } from '@heddle/contract/findings.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { storable } from '../../platform/text/storable.ts'
import { executions } from '../executions/index.ts'
import { packChecks, packs } from '../packs/index.ts'
import { queryCategories, savedQueries } from '../queries/index.ts'
import type { FoundFindings } from '../run-engine/index.ts'
import { checkFindings, type CheckResultRow, type CheckRow, checkResults as results, checks } from './checks.tables.ts'

/** As the engine packs them; every part but the last has as many. */
const FINDINGS_IN_PART = 100

export type CheckedQuery = Awaited<ReturnType<typeof findQueriesToCheck>>[number]
const QUERY = {
  id: savedQueries.id,
  name: savedQueries.name,
  categoryId: savedQueries.categoryId,
  severity: savedQueries.severity,
  controllerConnectionId: savedQueries.controllerConnectionId,
  packName: packChecks.packName,
  packCheck: packChecks.checkId,
  packGroup: sql<string | null>`${packChecks.content} ->> 'group'`,
}
const queriesToCheck = (db: Executor) =>
  db.select(QUERY).from(savedQueries).leftJoin(packChecks, eq(packChecks.savedQueryId, savedQueries.id))

export async function findQueriesToCheck(db: Executor, ids: readonly string[]) {
  return queriesToCheck(db).where(inArray(savedQueries.id, [...ids]))
}

/** The queries in any of these folders, at most `limit`, without checks that were switched off. */
export const findQueriesIn = (db: Executor, categories: readonly number[], limit: number): Promise<CheckedQuery[]> =>
  findSwitchedOn(db, inArray(savedQueries.categoryId, [...categories]), limit)

/** The checks of a pack, at most `limit`, without those that were switched off. */
export const findChecksOfPack = (db: Executor, pack: string, limit: number): Promise<CheckedQuery[]> =>
  findSwitchedOn(db, eq(packChecks.packName, pack), limit)

async function findSwitchedOn(db: Executor, which: SQL, limit: number): Promise<CheckedQuery[]> {
  const isOn = or(isNull(packChecks.enabled), packChecks.enabled)
  return queriesToCheck(db).where(and(which, isOn)).orderBy(asc(savedQueries.id)).limit(limit)
}

/** The titles of the groups of a pack, in order; undefined if it is not installed. */
export async function findGroupsOfPack(db: Executor, pack: string): Promise<readonly string[] | undefined> {
  const [row] = await db.select({ groups: packs.groups }).from(packs).where(eq(packs.name, pack))
  return row?.groups.map(({ title }) => title)
}

/** What queries say about what they find. */
export async function findGuidance(db: Executor, ids: readonly string[]) {
  const { id, why, remedy, links } = savedQueries
  return db
    .select({ id, why, remedy, links })
    .from(savedQueries)
    .where(inArray(id, [...ids]))
}

/** The whole tree of folders. */
export async function listFolders(db: Executor) {
  return db
    .select({ id: queryCategories.id, name: queryCategories.name, parentId: queryCategories.parentId })
    .from(queryCategories)
}

export async function insertCheck(
  tx: Executor,
  check: typeof checks.$inferInsert,
  queries: readonly (typeof results.$inferInsert)[],
) {
  await tx.insert(checks).values(check)
  await tx.insert(results).values([...queries])
}

/** The check of a run that has not been judged yet, locked until the transaction ends. */
export async function lockCheckOfRun(
  tx: Executor,
  executionId: string,
): Promise<{ check: CheckRow; position: number } | undefined> {
  const [found] = await tx
    .select({ checkId: results.checkId, position: results.position })
    .from(results)
    .where(and(eq(results.executionId, executionId), isNull(results.status)))
  if (!found) return undefined
  const [check] = await tx.select().from(checks).where(eq(checks.id, found.checkId)).for('no key update')
  return check && { check, position: found.position }
}

type ResultEnd = Pick<CheckResultRow, 'reason' | 'durationMs' | 'findings'> & {
  readonly status: NonNullable<CheckResultRow['status']>
}

export async function endResult(tx: Executor, checkId: string, position: number, end: ResultEnd): Promise<void> {
  await tx.update(results).set(storable(end)).where(at(checkId, position))
}

/** The same for a snapshot that was judged, with what was found in it. False if the result had ended before. */
export async function endJudged(
  tx: Executor,
  checkId: string,
  position: number,
  { found, ...end }: ResultEnd & Pick<CheckResultRow, 'snapshotId' | 'code'> & { readonly found: FoundFindings | null },
): Promise<boolean> {
  const open = and(at(checkId, position), isNull(results.status))
  const { rowCount } = await tx.update(results).set(storable(end)).where(open)
  if (rowCount !== 1) return false
  for (const [index, { items }] of (found?.parts ?? []).entries())
    await tx.insert(checkFindings).values({ checkId, position, index, items, truncated: found!.truncated })
  return true
}

/** The first findings of a snapshot that a check judged. */
export async function listCheckFindings(
  db: Executor,
  checkId: string,
  position: number,
  limit: number,
): Promise<Finding[]> {
  const parts = await db
    .select({ items: checkFindings.items })
    .from(checkFindings)
    .where(and(eq(checkFindings.checkId, checkId), eq(checkFindings.position, position)))
    .orderBy(asc(checkFindings.index))
    .limit(Math.ceil(limit / FINDINGS_IN_PART))
  return parts.flatMap(({ items }) => JSON.parse(items) as Finding[]).slice(0, limit)
}

export async function startResult(
  tx: Executor,
  checkId: string,
  position: number,
  run: { executionId: string; startedAt: Date },
) {
  await tx.update(results).set(run).where(at(checkId, position))
}

/** The next queries that wait, in order, with their own connections; `found` is null once it has been deleted. */
export async function nextWaiting(tx: Executor, checkId: string, limit: number) {
  return tx
    .select({
      position: results.position,
      savedQueryId: results.savedQueryId,
      found: savedQueries.id,
      controllerConnectionId: savedQueries.controllerConnectionId,
      declared: savedQueries.parameters,
    })
    .from(results)
    .leftJoin(savedQueries, eq(savedQueries.id, results.savedQueryId))
    .where(and(eq(results.checkId, checkId), isNull(results.startedAt), isNull(results.status)))
    .orderBy(results.position)
    .limit(limit)
}

/** How many of its queries run now. */
export async function countRunning(tx: Executor, checkId: string): Promise<number> {
  return tx.$count(results, and(eq(results.checkId, checkId), isNotNull(results.startedAt), isNull(results.status)))
}

export async function finishCheck(tx: Executor, id: string, finishedAt: Date): Promise<void> {
  await tx.update(checks).set({ finishedAt }).where(eq(checks.id, id))
}

export async function findCheck(db: Executor, id: string): Promise<CheckRow | undefined> {
  const [row] = await db.select().from(checks).where(eq(checks.id, id))
  return row
}

export async function listResults(db: Executor, checkId: string): Promise<CheckResultRow[]> {
  return db.select().from(results).where(eq(results.checkId, checkId)).orderBy(results.position)
}

/** How many checks of a user have not finished. */
export async function countUnfinishedChecks(db: Executor, userId: number): Promise<number> {
  const [row] = await db
    .select({ unfinished: count() })
    .from(checks)
    .where(and(eq(checks.userId, userId), isNull(checks.finishedAt)))
  return row?.unfinished ?? 0
}

/** Who has checks; null for those whose user was deleted. */
export async function listCheckUsers(db: Executor): Promise<(number | null)[]> {
  const rows = await db.selectDistinct({ userId: checks.userId }).from(checks)
  return rows.map(({ userId }) => userId)
}

/** Deletes a batch of finished checks with their results; returns how many. */
export async function deleteChecksBefore(
  db: Executor,
  userId: number | null,
  before: Date,
  batch: number,
): Promise<number> {
  const old = db
    .select({ id: checks.id })
    .from(checks)
    .where(
      and(
        userId === null ? isNull(checks.userId) : eq(checks.userId, userId),
        lt(checks.createdAt, before),
        isNotNull(checks.finishedAt),
      ),
    )
    .orderBy(checks.createdAt)
    .limit(batch)
  return (await db.delete(checks).where(inArray(checks.id, old))).rowCount ?? 0
}

const at = (checkId: string, position: number) => and(eq(results.checkId, checkId), eq(results.position, position))

/** What the user's check before made of the rows of a query on a connection; undefined when there was none. */
export async function findCheckJudgedBefore(
  tx: Executor,
  run: { readonly id: string; readonly savedQuery: string; readonly connection: string; readonly userId: number },
) {
  const { id, savedQueryId, controllerConnectionId, userId, checkId, expectation, executedAt } = executions
  const [row] = await tx
    .select({ expectation })
    .from(executions)
    .where(
      and(
        eq(savedQueryId, run.savedQuery),
        eq(controllerConnectionId, run.connection),
        eq(userId, run.userId),
        isNotNull(checkId),
        isNotNull(expectation),
        ne(id, run.id),
      ),
    )
    .orderBy(desc(executedAt), desc(id))
    .limit(1)
  return row?.expectation ?? undefined
}

/** The name of its query when the check was requested. */
export async function nameOfResult(tx: Executor, checkId: string, position: number): Promise<string> {
  const [row] = await tx.select({ name: results.name }).from(results).where(at(checkId, position))
  return row?.name ?? ''
}
