import { and, asc, eq, gt, inArray, isNull, lte, type SQL } from 'drizzle-orm'
import type { WAIVER_ORDERS } from '@heddle/contract/waivers.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Order, PageOf, PageRequest } from '../../kernel/paging.ts'
import { countUnlessShown } from '../../platform/sql/counted-page.ts'
import { orderBy } from '../../platform/sql/list-sql.ts'
import { savedQueries } from '../queries/index.ts'
import { users } from '../users/index.ts'
import { waivers as table, type WaiverRow } from './waivers.tables.ts'

export type WaiverFilter = {
  readonly savedQuery: string | undefined
  readonly controllerConnection: string | undefined
  readonly expired: boolean | undefined
  readonly order: readonly Order<(typeof WAIVER_ORDERS)[number]>[]
}

const SHOWN = {
  id: table.id,
  savedQueryId: table.savedQueryId,
  resource: table.resource,
  controllerConnectionId: table.controllerConnectionId,
  until: table.until,
  reason: table.reason,
  createdByName: users.username,
  createdAt: table.createdAt,
}
export type ShownWaiver = NonNullable<Awaited<ReturnType<typeof findWaiver>>>

export async function listWaivers(
  db: Executor,
  filter: WaiverFilter,
  page: PageRequest,
  now: Date,
): Promise<PageOf<ShownWaiver>> {
  const { savedQuery, controllerConnection: connection, expired } = filter
  const where = and(
    savedQuery === undefined ? undefined : eq(table.savedQueryId, savedQuery),
    connection === undefined ? undefined : eq(table.controllerConnectionId, connection),
    expired === undefined ? undefined : expired ? lte(table.until, now) : gt(table.until, now),
  )
  const items = await shown(db, where)
    .orderBy(...orderBy(filter.order, { until: table.until, created_at: table.createdAt }, table.id))
    .limit(page.size)
    .offset(page.offset)
  return { count: await countUnlessShown(db, { table, where }, page, items.length), items }
}

const shown = (db: Executor, where: SQL | undefined) =>
  db.select(SHOWN).from(table).leftJoin(users, eq(users.id, table.createdBy)).where(where)

export async function findWaiver(db: Executor, id: string) {
  const [row] = await shown(db, eq(table.id, id))
  return row
}

/** Of a query, those that hold for one connection or for any; oldest first. */
export async function listActive(db: Executor, savedQueryId: string, now: Date) {
  return db
    .select({ id: table.id, resource: table.resource, controllerConnectionId: table.controllerConnectionId })
    .from(table)
    .where(and(eq(table.savedQueryId, savedQueryId), gt(table.until, now)))
    .orderBy(asc(table.createdAt), asc(table.id))
}

/** Of several queries, those that hold. */
export const listActiveOf = (db: Executor, savedQueryIds: readonly string[], now: Date): Promise<WaiverRow[]> =>
  db
    .select()
    .from(table)
    .where(and(inArray(table.savedQueryId, [...savedQueryIds]), gt(table.until, now)))
    .orderBy(asc(table.createdAt), asc(table.id))

export const countActive = (db: Executor, savedQueryId: string, now: Date): Promise<number> =>
  db.$count(table, and(eq(table.savedQueryId, savedQueryId), gt(table.until, now)))

export async function insertWaiver(tx: Executor, row: WaiverRow): Promise<void> {
  await tx.insert(table).values(row)
}

/** A waiver with its query, both locked until the transaction ends. */
export async function lockWaiver(tx: Executor, id: string) {
  const [row] = await tx
    .select({ waiver: table, query: { name: savedQueries.name, createdBy: savedQueries.createdBy } })
    .from(table)
    .innerJoin(savedQueries, eq(savedQueries.id, table.savedQueryId))
    .where(eq(table.id, id))
    .for('update')
  return row
}

export async function deleteWaiver(tx: Executor, id: string): Promise<void> {
  await tx.delete(table).where(eq(table.id, id))
}

/** Those that have expired without a notice yet, locked; other processes skip them. */
export async function lockExpired(tx: Executor, now: Date, limit: number) {
  return tx
    .select({ waiver: table, queryName: savedQueries.name })
    .from(table)
    .innerJoin(savedQueries, eq(savedQueries.id, table.savedQueryId))
    .where(and(lte(table.until, now), isNull(table.expiredAt)))
    .orderBy(asc(table.until), asc(table.id))
    .limit(limit)
    .for('update', { of: table, skipLocked: true })
}

export async function markExpired(tx: Executor, id: string, expiredAt: Date): Promise<void> {
  await tx.update(table).set({ expiredAt }).where(eq(table.id, id))
}

/** The query that a waiver is for, locked against its deletion. */
export async function lockQueryOf(tx: Executor, savedQueryId: string) {
  const [row] = await tx
    .select({ id: savedQueries.id, name: savedQueries.name, createdBy: savedQueries.createdBy })
    .from(savedQueries)
    .where(eq(savedQueries.id, savedQueryId))
    .for('no key update')
  return row
}
