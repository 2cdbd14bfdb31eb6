import { and, asc, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { VerifyBody } from '@heddle/contract/automation.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import type { Lane } from '../../../kernel/lane.ts'
import { groupInTurns } from '../../users/index.ts'
import type { JudgedRows, StoredRequestedRow } from '../../row-work/index.ts'
import {
  automationRequestRows as rows,
  automationRequests as requests,
  automationVerifications as table,
} from '../automation.tables.ts'

export type VerificationRow = typeof table.$inferSelect
type Finding = Pick<VerificationRow, 'status' | 'executionId' | 'error' | 'checkedAt' | 'blame'> &
  Pick<JudgedRows, 'rows' | 'after'> & {
    /** JSON. */
    readonly rowBlames: string | null
  }

/** Ids begin at 1. */
const NOBODY = 0

export async function insertSourceCheck(
  tx: Executor,
  verification: Pick<VerificationRow, 'id' | 'requestId' | 'spec' | 'dueAt' | 'createdAt'>,
): Promise<void> {
  await tx.insert(table).values({ ...verification, status: 'pending', rows: [], after: [] })
}

/** A pending check says nothing yet, so a new one takes its place. */
export async function deletePending(tx: Executor, requestId: string): Promise<void> {
  await tx.delete(table).where(and(eq(table.requestId, requestId), eq(table.status, 'pending')))
}

/** Oldest first, without the rows that were found. */
export function listVerifications(db: Executor, requestIds: readonly string[]) {
  return db
    .select({
      requestId: table.requestId,
      spec: table.spec,
      status: table.status,
      executionId: table.executionId,
      rows: table.rows,
      error: table.error,
      checkedAt: table.checkedAt,
      blame: table.blame,
    })
    .from(table)
    .where(inArray(table.requestId, [...requestIds]))
    .orderBy(asc(table.createdAt), asc(table.id))
}
export type ListedVerification = Awaited<ReturnType<typeof listVerifications>>[number]

export async function findNewest(db: Executor, requestId: string): Promise<VerificationRow | undefined> {
  const [newest] = await db
    .select()
    .from(table)
    .where(eq(table.requestId, requestId))
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(1)
  return newest
}

/** A pending check, with what its request says about the source. */
export async function findPending(db: Executor, id: string) {
  const [row] = await db
    .select({ requestId: table.requestId, spec: table.spec, dueAt: table.dueAt, ...REQUEST })
    .from(table)
    .innerJoin(requests, eq(requests.id, table.requestId))
    .where(and(eq(table.id, id), eq(table.status, 'pending')))
  return row
}
const REQUEST = {
  userId: requests.userId,
  username: requests.username,
  source: requests.source,
  selection: requests.selection,
  createdAt: requests.createdAt,
}
export type PendingCheck = NonNullable<Awaited<ReturnType<typeof findPending>>>

/** The check of a request that waits for its end. */
export async function findWaiting(
  tx: Executor,
  requestId: string,
): Promise<{ id: string; spec: VerifyBody } | undefined> {
  const [row] = await tx
    .select({ id: table.id, spec: table.spec })
    .from(table)
    .where(and(eq(table.requestId, requestId), eq(table.status, 'pending')))
  return row
}

export async function setDue(tx: Executor, id: string, dueAt: Date): Promise<void> {
  await tx.update(table).set({ dueAt }).where(eq(table.id, id))
}

/** In whose turn checks are: that of the user who asked for the request. */
export async function lanesOfChecks(
  db: Executor,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly lane: Lane }[]> {
  const found = await db
    .select({ id: table.id, user: requests.userId, group: groupInTurns(requests.userId) })
    .from(table)
    .innerJoin(requests, eq(requests.id, table.requestId))
    .where(inArray(table.id, [...ids]))
    .orderBy(asc(table.dueAt), asc(table.id))
  return found.map(({ id, user, group }) => ({ id, lane: { user: user ?? NOBODY, group } }))
}

/** Checks that should be under way. */
export async function findOverdueChecks(db: Executor, before: Date, most: number): Promise<string[]> {
  const found = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.status, 'pending'), lte(table.dueAt, before)))
    .orderBy(asc(table.dueAt))
    .limit(most)
  return found.map(({ id }) => id)
}

/** Stores what a check found, once; false if it has been replaced. */
export async function storeFinding(db: Executor, id: string, finding: Finding): Promise<boolean> {
  const updated = await db
    .update(table)
    .set({
      ...finding,
      rows: [...finding.rows],
      after: sql`${finding.after}::jsonb`,
      rowBlames: finding.rowBlames === null ? null : sql`${finding.rowBlames}::jsonb`,
    })
    .where(and(eq(table.id, id), eq(table.status, 'pending')))
    .returning({ id: table.id })
  return updated.length > 0
}

/** The request, locked: it neither ends nor gets another check meanwhile. */
export async function lockForCheck(tx: Executor, id: string) {
  const [row] = await tx
    .select({
      id: requests.id,
      template: requests.template,
      finishedAt: requests.finishedAt,
      source: requests.source,
      selection: requests.selection,
    })
    .from(requests)
    .where(eq(requests.id, id))
    .for('update')
  return row
}

const ROWS_AT_ONCE = 500

/** The rows that a request took from its source, in order. */
export async function* sourceRows(db: Executor, requestId: string): AsyncGenerator<readonly StoredRequestedRow[]> {
  for (let last = -1; ;) {
    const part = await db
      .select({ index: rows.index, source: sql<string | null>`${rows.source}::text` })
      .from(rows)
      .where(and(eq(rows.requestId, requestId), gt(rows.index, last)))
      .orderBy(asc(rows.index))
      .limit(ROWS_AT_ONCE)
    yield part
    if (part.length < ROWS_AT_ONCE) return
    last = part.at(-1)!.index
  }
}

/** The columns that any row of a request had in its source. */
export async function sourceColumns(db: Executor, requestId: string): Promise<string[]> {
  const { rows: found } = await db.execute<{ name: string }>(
    sql`select distinct jsonb_object_keys(${rows.source}) as name from ${rows} where ${rows.requestId} = ${requestId} order by name`,
  )
  return found.map(({ name }) => name)
}
