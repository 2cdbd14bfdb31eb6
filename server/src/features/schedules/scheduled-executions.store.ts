import type { FollowUp } from '@heddle/contract/schedules.ts'
import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import type { CountedPage, PageRequest } from '../../kernel/paging.ts'
import { COUNT_BOUND, estimateRows } from '../../platform/sql/bounded-count.ts'
import { connectionName, connectionNames, controllerConnections } from '../controller-connections/index.ts'
import { hasExpectation, type WantedExpectation } from '../executions/index.ts'
import { savedQueries } from '../queries/index.ts'
import type { FiringRunRow } from './firings.store.ts'
import { findVisibleTask, isOwnOrGranted, type TaskRow, type Viewer } from './schedules.store.ts'
import { type CountedChanges, scheduledExecutions as table, scheduledTasks as tasks } from './schedules.tables.ts'

export type RunFilter = {
  readonly task: string | undefined
  readonly status: FiringRunRow['status'] | undefined
  readonly expectation?: WantedExpectation | undefined
  readonly newestFirst: boolean
}

/** A run, the user it acted for, and the names of what it read. */
export type SeenRun = FiringRunRow & {
  readonly ownerId: number
  readonly queryName: string | null
  readonly connectionName: string | null
  readonly connectionNames: (string | null)[] | null
}
const SEEN = {
  ...getTableColumns(table),
  ownerId: tasks.ownerId,
  queryName: sql<
    string | null
  >`(select ${savedQueries.name} from ${savedQueries} where ${savedQueries.id} = ${table.savedQueryId})`,
  connectionName: connectionName(table.controllerConnectionId),
  connectionNames: connectionNames(table.controllerConnectionIds),
}

/** A page of the runs of one task, or of all that the viewer owns or was granted. */
export async function listRuns(
  db: Executor,
  viewer: Viewer,
  filter: RunFilter,
  page: PageRequest,
): Promise<CountedPage<SeenRun>> {
  if (filter.task !== undefined && !(await findVisibleTask(db, filter.task, viewer))) return NO_RUNS
  const seen = filter.task === undefined ? isOwnOrGranted(viewer) : eq(tasks.id, filter.task)
  const order = filter.newestFirst ? sql`desc` : sql`asc`
  const status = filter.status === undefined ? sql`` : sql`and ${table.status} = ${filter.status}`
  const expectation =
    filter.expectation === undefined ? sql`` : sql`and ${hasExpectation(table.expectation, filter.expectation)}`
  const narrowed = sql`${status} ${expectation}`
  const ids = await idsOfPage(db, { seen, status: narrowed, order }, page)
  const rows = await db
    .select(SEEN)
    .from(table)
    .innerJoin(tasks, eq(tasks.id, table.taskId))
    .where(inArray(table.id, ids))
    .orderBy(sql`${table.startedAt} ${order}`, sql`${table.id} ${order}`)
  return countTo(db, { seen, status: narrowed }, page, rows)
}

type Listed = { readonly seen: SQL; readonly status: SQL }
const NO_RUNS: CountedPage<SeenRun> = { items: [], hasMore: false, count: 0, countIsExact: true }

// On later pages, reading that many runs of each task is slower than scanning them all.
const DEEP_OFFSET = 200

/** One more than the page holds. */
async function idsOfPage(
  db: Executor,
  { seen, status, order }: Listed & { order: SQL },
  { size, offset }: PageRequest,
): Promise<string[]> {
  const ofTask = sql`${table} where ${table.taskId} = ${tasks.id} ${status}`
  const page = sql`limit ${size + 1} offset ${offset}`
  // Reads the first runs of each task along its index, so that a list stays fast among millions of other runs.
  const byTask = sql`
    select one.id from ${tasks} cross join lateral (
        select ${table.id}, ${table.startedAt} from ${ofTask}
          order by ${table.startedAt} ${order}, ${table.id} ${order} limit ${offset + size + 1}) one
      where ${seen} order by one.started_at ${order}, one.id ${order} ${page}`
  const alongAll = sql`
    select ${table.id} from ${table} where ${isOfTask(seen)} ${status}
      order by ${table.startedAt} ${order}, ${table.id} ${order} ${page}`
  const { rows } = await db.execute<{ id: string }>(offset > DEEP_OFFSET ? alongAll : byTask)
  return rows.map(({ id }) => id)
}

const isOfTask = (seen: SQL): SQL => sql`${table.taskId} in (select ${tasks.id} from ${tasks} where ${seen})`

async function countTo(
  db: Executor,
  { seen, status }: Listed,
  { size, offset }: PageRequest,
  rows: readonly SeenRun[],
): Promise<CountedPage<SeenRun>> {
  const items = rows.slice(0, size)
  if (rows.length <= size) return { items, hasMore: false, count: offset + rows.length, countIsExact: true }
  const some = sql`select 1 from ${table} where ${table.taskId} = ${tasks.id} ${status} limit ${COUNT_BOUND + 1}`
  const counted = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (
      select 1 from ${tasks} cross join lateral (${some}) one where ${seen} limit ${COUNT_BOUND + 1}) listed`,
  )
  const count = counted.rows[0]?.count ?? 0
  if (count <= COUNT_BOUND) return { items, hasMore: true, count, countIsExact: true }
  const expected = await estimateRows(db, { table, where: sql`${isOfTask(seen)} ${status}` })
  return { items, hasMore: true, count: Math.max(count, offset + rows.length, expected), countIsExact: false }
}

export async function findVisibleRun(db: Executor, viewer: Viewer, id: string): Promise<SeenRun | undefined> {
  const [row] = await db
    .select(SEEN)
    .from(table)
    .innerJoin(tasks, eq(tasks.id, table.taskId))
    .where(and(eq(table.id, id), viewer.isAdmin ? undefined : isOwnOrGranted(viewer)))
  return row
}

export async function findRunWithTask(
  tx: Executor,
  id: string,
): Promise<{ run: FiringRunRow; task: TaskRow } | undefined> {
  const [found] = await tx
    .select({ run: table, task: tasks })
    .from(table)
    .innerJoin(tasks, eq(tasks.id, table.taskId))
    .where(eq(table.id, id))
  return found
}

/**
 * Works at most once: false when the run already has a snapshot, no longer exists, or is locked. Deleting a query locks
 * the runs of its tasks before the rows of its snapshots, so a caller that holds those must not wait here.
 */
export async function setChanges(
  tx: Executor,
  id: string,
  values: { readonly snapshotId: string; readonly changes: CountedChanges | null },
): Promise<boolean> {
  const [free] = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), isNull(table.snapshotId)))
    .for('no key update', { skipLocked: true })
  if (!free) return false
  await tx.update(table).set(values).where(eq(table.id, id))
  return true
}

/** Whether a run has no snapshot yet. */
export async function hasNoSnapshot(db: Executor, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), isNull(table.snapshotId)))
  return rows.length > 0
}

/** Works at most once: false when the run has a follow-up already, or no longer exists. */
export async function setFollowUp(tx: Executor, id: string, followUp: FollowUp): Promise<boolean> {
  const { rowCount } = await tx
    .update(table)
    .set({ followUp })
    .where(and(eq(table.id, id), isNull(table.followUp)))
  return (rowCount ?? 0) > 0
}

/** The firing that a run belongs to; undefined if it was deleted. */
export async function findFiringOf(db: Executor, id: string): Promise<string | undefined> {
  const [row] = await db.select({ firingId: table.firingId }).from(table).where(eq(table.id, id))
  return row?.firingId
}

/** The run before that had an expectation: of the same task and query on the same connection. */
export async function findJudgedBefore(
  db: Executor,
  run: FiringRunRow,
): Promise<FiringRunRow['expectation'] | undefined> {
  const [row] = await db
    .select({ expectation: table.expectation })
    .from(table)
    .where(
      and(
        eq(table.taskId, run.taskId),
        eq(table.controllerConnectionId, run.controllerConnectionId),
        eq(table.savedQueryId, run.savedQueryId),
        isNotNull(table.expectation),
        ne(table.id, run.id),
      ),
    )
    .orderBy(desc(table.startedAt), desc(table.id))
    .limit(1)
  return row?.expectation
}

/** The names of what a run read; those that were deleted are absent. */
export async function namesOfRun(
  db: Executor,
  { savedQueryId, controllerConnectionId, controllerConnectionIds }: FiringRunRow,
) {
  const ids = controllerConnectionIds ?? [controllerConnectionId]
  const [query] = await db
    .select({ name: savedQueries.name })
    .from(savedQueries)
    .where(eq(savedQueries.id, savedQueryId))
  const connections = await db
    .select({ name: controllerConnections.name })
    .from(controllerConnections)
    .where(inArray(controllerConnections.id, ids))
    .orderBy(controllerConnections.name, controllerConnections.id)
  return { query: query?.name ?? null, connections: connections.map(({ name }) => name) }
}
