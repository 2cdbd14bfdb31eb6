import { and, eq, gte, inArray, lte, max, type SQL } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'
import type { PageRequest, CountedPage } from '../../kernel/paging.ts'
import { contains } from '../../platform/sql/list-sql.ts'
import { auditEntries as table } from './audit.tables.ts'
import { readPage } from '../../platform/sql/bounded-count.ts'
import { afterSql, type WalkPlace, type Timeline, type WalkOrder, walkSql } from '../../platform/sql/walk-order.ts'

export type LogFilter = {
  readonly category?: string | undefined
  readonly action?: string | undefined
  readonly userId?: number | undefined
  readonly username?: string | undefined
  readonly ip?: string | undefined
  readonly after?: Date | undefined
  readonly before?: Date | undefined
  readonly search?: string | undefined
  readonly order: WalkOrder
}

/** Bounds of a walk through the log, in addition to its filter. */
export type Walk = { readonly place?: WalkPlace | undefined; readonly newestId?: number | undefined }

const TIMELINE: Timeline = { time: table.createdAt, id: table.id }

// Columns shown in lists. Content is left out: it may take megabytes per entry.
const LISTED = {
  id: table.id,
  category: table.category,
  action: table.action,
  username: table.username,
  userId: table.userId,
  ipAddress: table.ipAddress,
  userAgent: table.userAgent,
  description: table.description,
  targetType: table.targetType,
  targetId: table.targetId,
  metadata: table.metadata,
  contentCompressed: table.contentCompressed,
  contentSizeBytes: table.contentSizeBytes,
  createdAt: table.createdAt,
}
export type AuditEntryRow = typeof table.$inferSelect
export type ListedEntry = Omit<AuditEntryRow, 'content'>

/** All conditions except the search, which has its own strategies. */
export function conditionOf(filter: LogFilter, { place, newestId }: Walk = {}): SQL | undefined {
  const equal = <T>(value: T | undefined, condition: (value: T) => SQL | undefined) =>
    value === undefined ? undefined : condition(value)
  return and(
    // Unknown names are compared too: they match nothing.
    equal(filter.category, (value) => eq(table.category, value as AuditEntryRow['category'])),
    equal(filter.action, (value) => eq(table.action, value as AuditEntryRow['action'])),
    equal(filter.userId, (value) => eq(table.userId, value)),
    equal(filter.username, (value) => eq(table.username, value)),
    equal(filter.ip, (value) => eq(table.ipAddress, value)),
    equal(filter.after, (value) => gte(table.createdAt, value)),
    equal(filter.before, (value) => lte(table.createdAt, value)),
    equal(newestId, (value) => lte(table.id, value)),
    equal(place, (value) => afterSql(TIMELINE, filter.order, value)),
  )
}

export const auditSearch = (filter: LogFilter): SQL | undefined => contains(filter.search, [table.description])

export const orderOf = (filter: LogFilter): SQL[] => walkSql(TIMELINE, filter.order)

/** One page without a search; reads along one index, whatever the length of the log. */
export async function listEntries(
  db: Executor,
  filter: LogFilter,
  page: PageRequest,
): Promise<CountedPage<ListedEntry>> {
  const [where, order] = [conditionOf(filter), orderOf(filter)]
  const query = db.select(LISTED).from(table).$dynamic()
  return readPage(db, query, { table, where, order }, page)
}

/** The next entries of a walk, without a search. */
export function walkEntries(db: Executor, filter: LogFilter, walk: Walk, limit: number): Promise<ListedEntry[]> {
  return db
    .select(LISTED)
    .from(table)
    .where(conditionOf(filter, walk))
    .orderBy(...orderOf(filter))
    .limit(limit)
}

export async function entriesByIds(db: Executor, filter: LogFilter, ids: readonly number[]): Promise<ListedEntry[]> {
  if (ids.length === 0) return []
  return db
    .select(LISTED)
    .from(table)
    .where(inArray(table.id, [...ids]))
    .orderBy(...orderOf(filter))
}

export async function findEntry(db: Executor, id: number): Promise<AuditEntryRow | undefined> {
  const [row] = await db.select().from(table).where(eq(table.id, id))
  return row
}

/** The highest id so far; undefined for an empty log. */
export async function newestEntryId(db: Executor): Promise<number | undefined> {
  const [row] = await db.select({ id: max(table.id) }).from(table)
  return row?.id ?? undefined
}
