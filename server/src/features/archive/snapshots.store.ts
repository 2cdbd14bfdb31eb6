import { and, arrayContains, count, desc, eq, getTableColumns, gte, inArray, lte, max, or } from 'drizzle-orm'
import type { RetentionPolicy } from '@heddle/contract/history.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import { readCounted } from '../../platform/sql/counted-page.ts'
import { connectionName, connectionNames } from '../controller-connections/index.ts'
import { savedQueries } from '../queries/index.ts'
import { type SnapshotRow, snapshots as table } from './snapshots.tables.ts'

export type SnapshotFilter = {
  readonly savedQuery: string
  /** Its own snapshots, without those of merged runs. */
  readonly connection?: string | undefined
  /** Its snapshots, and those of merged runs that read it. */
  readonly readsConnection?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly policy?: RetentionPolicy | undefined
  readonly pinned?: boolean | undefined
}

/** The order of a lineage, reversed. */
const NEWEST_FIRST = [desc(table.capturedAt), desc(table.id)]

const matches = ({ savedQuery, connection, readsConnection, from, to, policy, pinned }: SnapshotFilter) =>
  and(
    eq(table.savedQueryId, savedQuery),
    connection === undefined ? undefined : eq(table.controllerConnectionId, connection),
    readsConnection === undefined
      ? undefined
      : or(
          eq(table.controllerConnectionId, readsConnection),
          arrayContains(table.controllerConnectionIds, [readsConnection]),
        ),
    from === undefined ? undefined : gte(table.capturedAt, from),
    to === undefined ? undefined : lte(table.capturedAt, to),
    policy === undefined ? undefined : eq(table.retentionPolicy, policy),
    pinned === undefined ? undefined : eq(table.pinned, pinned),
  )

/** A snapshot with the names of what it was captured of. */
export type NamedSnapshot = SnapshotRow & {
  readonly queryName: string
  readonly connectionName: string | null
  readonly connectionNames: (string | null)[] | null
}
const NAMED = {
  ...getTableColumns(table),
  queryName: savedQueries.name,
  connectionName: connectionName(table.controllerConnectionId),
  connectionNames: connectionNames(table.controllerConnectionIds),
}

export async function findSnapshot(db: Executor, id: string): Promise<NamedSnapshot | undefined> {
  const [row] = await db
    .select(NAMED)
    .from(table)
    .innerJoin(savedQueries, eq(savedQueries.id, table.savedQueryId))
    .where(eq(table.id, id))
  return row
}

export const countSnapshotsOf = (db: Executor, userId: number, since: Date): Promise<number> =>
  db.$count(table, and(eq(table.capturedById, userId), gte(table.capturedAt, since)))

/** At most `limit` snapshots, newest first; `from` and `to` are inclusive. */
export async function findSnapshots(db: Executor, filter: SnapshotFilter, limit: number): Promise<SnapshotRow[]> {
  return db
    .select()
    .from(table)
    .where(matches(filter))
    .orderBy(...NEWEST_FIRST)
    .limit(limit)
}

export async function listSnapshots(
  db: Executor,
  filter: SnapshotFilter,
  page: PageRequest,
): Promise<PageOf<NamedSnapshot>> {
  const where = matches(filter)
  return readCounted<NamedSnapshot>(db, { table, where }, page, (total) =>
    db
      .select({ ...NAMED, total })
      .from(table)
      .innerJoin(savedQueries, eq(savedQueries.id, table.savedQueryId))
      .where(where)
      .orderBy(...NEWEST_FIRST)
      .limit(page.size)
      .offset(page.offset),
  )
}

/** The newest snapshot of each query on a connection; the most recently captured queries first. */
export async function newestOfQueries(
  db: Executor,
  connection: string,
  limit: number,
): Promise<(SnapshotRow & { readonly queryName: string })[]> {
  const newest = db
    .selectDistinctOn([table.savedQueryId], { id: table.id })
    .from(table)
    .where(eq(table.controllerConnectionId, connection))
    .orderBy(table.savedQueryId, ...NEWEST_FIRST)
  return db
    .select({ ...getTableColumns(table), queryName: savedQueries.name })
    .from(table)
    .innerJoin(savedQueries, eq(savedQueries.id, table.savedQueryId))
    .where(inArray(table.id, newest))
    .orderBy(...NEWEST_FIRST)
    .limit(limit)
}

/** Saved queries that have snapshots, the most recently captured first. */
export async function listCapturedQueries(db: Executor) {
  const latest = max(table.capturedAt)
  return db
    .select({ id: savedQueries.id, name: savedQueries.name, count: count(), latest })
    .from(table)
    .innerJoin(savedQueries, eq(savedQueries.id, table.savedQueryId))
    .groupBy(savedQueries.id)
    .orderBy(desc(latest), savedQueries.id)
}

export type CapturedQuery = Awaited<ReturnType<typeof listCapturedQueries>>[number]

/** A snapshot that holds the rows of a run. If there are several, any of them will do. */
export async function findSnapshotOfRun(db: Executor, executionId: string): Promise<SnapshotRow | undefined> {
  const [row] = await db
    .select()
    .from(table)
    .where(eq(table.executionId, executionId))
    .orderBy(table.capturedAt, table.id)
    .limit(1)
  return row
}

type Change = Partial<Pick<SnapshotRow, 'annotation' | 'pinned'>>

/** Undefined when the snapshot is gone. */
export async function updateSnapshot(tx: Executor, id: string, change: Change): Promise<SnapshotRow | undefined> {
  const [row] = await tx.update(table).set(change).where(eq(table.id, id)).returning()
  return row
}
