import { and, asc, desc, eq, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import { countUnlessShown } from '../../platform/sql/counted-page.ts'
import {
  mimImportJobs as jobs,
  mimImportRuns as table,
  type ImportPhase,
  type RunState,
} from './mim-registry.tables.ts'

export type ImportRow = typeof table.$inferSelect
export type NewImport = typeof table.$inferInsert

export async function insertRun(tx: Executor, run: NewImport): Promise<void> {
  await tx.insert(table).values(run)
}

export async function findRun(db: Executor, id: string): Promise<ImportRow | undefined> {
  const [row] = await db.select().from(table).where(eq(table.id, id))
  return row
}

/** At most one import runs in the whole installation. */
export async function findRunning(db: Executor): Promise<ImportRow | undefined> {
  const [row] = await db.select().from(table).where(eq(table.state, 'running'))
  return row
}

/** Newest first. */
export async function listImports(db: Executor, page: PageRequest): Promise<PageOf<ImportRow>> {
  const newestFirst = db.select().from(table).orderBy(desc(table.startedAt), table.id)
  const items = await newestFirst.limit(page.size).offset(page.offset)
  return { count: await countUnlessShown(db, { table, where: undefined }, page, items.length), items }
}

export async function lockRun(tx: Executor, id: string): Promise<ImportRow | undefined> {
  const [row] = await tx.select().from(table).where(eq(table.id, id)).for('update')
  return row
}

export async function updateRun(tx: Executor, id: string, changes: Partial<NewImport>): Promise<void> {
  await tx.update(table).set(changes).where(eq(table.id, id))
}

/** Claims a running import. A process that held it before can no longer write. */
export async function claimImport(tx: Executor, id: string, claim: string, now: Date): Promise<ImportRow | undefined> {
  const [row] = await tx
    .update(table)
    .set({ claim, claimedAt: now, attempts: sql`${table.attempts} + 1` })
    .where(and(eq(table.id, id), eq(table.state, 'running')))
    .returning()
  return row
}

const isClaimed = (id: string, claim: string) =>
  and(eq(table.id, id), eq(table.claim, claim), eq(table.state, 'running'))

/**
 * Locks the run if it is still running under this claim. A process calls this first in every transaction that writes
 * the run.
 */
export async function lockClaimed(tx: Executor, id: string, claim: string): Promise<ImportRow | undefined> {
  const [row] = await tx.select().from(table).where(isClaimed(id, claim)).for('update')
  return row
}

/** Renews the claim. Undefined if it was lost; otherwise says whether the run should stop. */
export async function renewClaim(
  db: Executor,
  id: string,
  claim: string,
  now: Date,
): Promise<{ cancelRequested: boolean } | undefined> {
  const [row] = await db
    .update(table)
    .set({ claimedAt: now })
    .where(isClaimed(id, claim))
    .returning({ cancelRequested: table.cancelRequested })
  return row
}

export type ChunkCounts = {
  readonly done: number
  readonly fallback: number
  readonly notFound: number
  readonly failed: number
}
type ChunkProgress = ChunkCounts & { readonly knownClasses: number; readonly isCoreIn: boolean; readonly now: Date }

/** Adds the counts of a chunk, which counts as progress. */
export async function addToCounts(tx: Executor, id: string, chunk: ChunkProgress): Promise<ImportRow> {
  const { done, fallback, notFound, failed, knownClasses, isCoreIn, now } = chunk
  const [row] = await tx
    .update(table)
    .set({
      completedCount: sql`${table.completedCount} + ${done}`,
      fallbackCount: sql`${table.fallbackCount} + ${fallback}`,
      notFoundCount: sql`${table.notFoundCount} + ${notFound}`,
      failedCount: sql`${table.failedCount} + ${failed}`,
      totalClasses: sql`greatest(${table.totalClasses}, ${knownClasses})`,
      claimedAt: now,
      attempts: 0,
      ...(isCoreIn && { coreReadyAt: sql`coalesce(${table.coreReadyAt}, ${now.toISOString()}::timestamptz)` }),
    })
    .where(eq(table.id, id))
    .returning()
  return row!
}

export type RunEnding = Pick<NewImport, 'errorSummary' | 'classCount' | 'propertyCount'> & {
  readonly state: Exclude<RunState, 'running'>
  readonly phase?: ImportPhase
}

export async function endImport(tx: Executor, id: string, ending: RunEnding, now: Date): Promise<ImportRow> {
  const [row] = await tx
    .update(table)
    .set({ ...ending, finishedAt: now, claim: null, claimedAt: null })
    .where(eq(table.id, id))
    .returning()
  return row!
}

/** Graphs of earlier successful imports, which this one has replaced. */
export async function findReplacedGraphs(db: Executor, id: string): Promise<string[]> {
  const rows = await db
    .select({ graphId: table.graphId })
    .from(table)
    .where(and(eq(table.state, 'succeeded'), ne(table.id, id), isNotNull(table.graphId)))
    .orderBy(desc(table.startedAt), table.id)
  return rows.flatMap(({ graphId }) => graphId ?? [])
}

/** Runs that ended before an instant and still have data to delete. */
export function findEndedBefore(db: Executor, before: Date): Promise<Pick<ImportRow, 'id' | 'state'>[]> {
  const hasLeft = or(isNotNull(table.graphId), sql`exists (select 1 from ${jobs} where ${jobs.runId} = ${table.id})`)
  return db
    .select({ id: table.id, state: table.state })
    .from(table)
    .where(and(ne(table.state, 'running'), lt(table.finishedAt, before), hasLeft))
    .orderBy(asc(table.finishedAt), table.id)
}

/**
 * Makes a run impossible to resume and returns its unneeded graph, or null. Undefined if it was resumed in the
 * meantime.
 */
export async function detachGraph(tx: Executor, id: string, before: Date): Promise<string | null | undefined> {
  const run = await lockRun(tx, id)
  if (!run?.finishedAt || run.state === 'running' || run.finishedAt >= before) return undefined
  await updateRun(tx, id, { graphId: null })
  return run.graphId
}
